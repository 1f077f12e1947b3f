import { routes } from "@/lib/api/next-routes";
import { handleGetUsage } from "@/lib/projects/get-usage";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleGetUsage);
