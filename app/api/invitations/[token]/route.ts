import { routes } from "@/lib/api/next-routes";
import { handleGetInvitation } from "@/lib/teams/get-invitation";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleGetInvitation);
