import { routes } from "@/lib/api/next-routes";
import { handleGetFlagUsage } from "@/lib/flags/get-flag-usage";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleGetFlagUsage);
