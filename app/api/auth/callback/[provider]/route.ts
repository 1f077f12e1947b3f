import { handleSocialCallback } from "@/lib/auth/account-operations";
import { routes } from "@/lib/http/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleSocialCallback);
