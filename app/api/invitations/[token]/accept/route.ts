import { routes } from "@/lib/api/next-routes";
import { handleAcceptInvitation } from "@/lib/teams/accept-invitation";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleAcceptInvitation);
