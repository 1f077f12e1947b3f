import { routes } from "@/lib/api/next-routes";
import { handleSendVerificationEmail } from "@/lib/auth/address-proof";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleSendVerificationEmail);
