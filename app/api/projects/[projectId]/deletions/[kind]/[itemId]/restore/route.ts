import { routes } from "@/lib/api/next-routes";
import { handleRestoreDeletion } from "@/lib/api/restore-deletion";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleRestoreDeletion);
