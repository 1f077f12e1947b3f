import { routes } from "@/lib/api/next-routes";
import { handleCheckFlag } from "@/lib/flags/check-flag";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleCheckFlag);
