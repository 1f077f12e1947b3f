import { handleCheckFlag } from "@/lib/flags/check-flag";
import { routes } from "@/lib/http/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleCheckFlag);
