import { handleSocialCallback } from "@/lib/account/ways/social-callback";
import { routes } from "@/lib/api/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleSocialCallback);
