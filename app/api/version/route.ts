import { routes } from "@/lib/api/next-routes";
import { handleGetVersion } from "@/lib/api/version";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleGetVersion);
