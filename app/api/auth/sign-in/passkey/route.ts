import { handleSignInPasskey } from "@/lib/account/ways/sign-in-passkey";
import { routes } from "@/lib/api/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleSignInPasskey);
