import { routes } from "@/lib/api/next-routes";
import { handleListDeletions } from "@/lib/deletions/list-deletions";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListDeletions);
