import { routes } from "@/lib/api/next-routes";
import { handleListStaleFlags } from "@/lib/flags/list-stale-flags";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListStaleFlags);
