import { routes } from "@/lib/api/next-routes";
import { handleShowSignInError } from "@/lib/auth/account-operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleShowSignInError);
