import { routes } from "@/lib/api/next-routes";
import { handleListFlagKeys } from "@/lib/flags/list-flag-keys";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListFlagKeys);
