import { handleResolveFlags } from "@/lib/evaluation/resolve-flags";
import { routes } from "@/lib/http/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleResolveFlags);
