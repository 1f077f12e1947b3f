import { routes } from "@/lib/api/next-routes";
import { handleGetFlagSnapshot } from "@/lib/flag-snapshot/get-flag-snapshot";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleGetFlagSnapshot);
