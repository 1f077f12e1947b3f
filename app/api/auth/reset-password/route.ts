import { routes } from "@/lib/api/next-routes";
import { handleResetPassword } from "@/lib/auth/password-reset";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleResetPassword);
