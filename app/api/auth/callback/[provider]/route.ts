import { routes } from "@/lib/api/next-routes";
import { handleSocialCallback } from "@/lib/auth/account-operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleSocialCallback);
