import { routes } from "@/lib/api/next-routes";
import { handleRequestPasswordReset } from "@/lib/auth/password-reset";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleRequestPasswordReset);
