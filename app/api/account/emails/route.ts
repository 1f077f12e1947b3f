import { handleGetAccountEmails } from "@/lib/account/get-account-emails";
import { routes } from "@/lib/api/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleGetAccountEmails);
