import { routes } from "@/lib/api/next-routes";
import { handleGetGroupFlagUsage } from "@/lib/groups/get-group-flag-usage";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleGetGroupFlagUsage);
