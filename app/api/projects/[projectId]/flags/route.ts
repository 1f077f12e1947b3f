import { routes } from "@/lib/api/next-routes";
import { handleCreateFlag } from "@/lib/flags/create-flag";
import { handleListFlags } from "@/lib/flags/list-flags";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListFlags, handleCreateFlag);
