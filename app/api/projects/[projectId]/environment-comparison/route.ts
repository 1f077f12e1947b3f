import { routes } from "@/lib/api/next-routes";
import { handleCompareEnvironments } from "@/lib/flag-moves/compare-environments";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleCompareEnvironments);
