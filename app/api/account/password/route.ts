import { handleChangePassword } from "@/lib/account/change-password";
import { routes } from "@/lib/api/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleChangePassword);
