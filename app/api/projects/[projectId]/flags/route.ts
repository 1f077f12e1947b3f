import { handleCreateFlag } from "@/lib/flags/create-flag";
import { handleListFlags } from "@/lib/flags/list-flags";
import { routes } from "@/lib/http/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListFlags, handleCreateFlag);
