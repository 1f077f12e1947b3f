import { handleSignInTwoFactor } from "@/lib/account/ways/sign-in-two-factor";
import { routes } from "@/lib/api/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleSignInTwoFactor);
