import { routes } from "@/lib/api/next-routes";
import { handleResolveFlags } from "@/lib/evaluation/resolve-flags";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleResolveFlags);
