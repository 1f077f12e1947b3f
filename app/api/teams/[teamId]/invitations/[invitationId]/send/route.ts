import { routes } from "@/lib/api/next-routes";
import { handleSendInvitation } from "@/lib/teams/send-invitation";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleSendInvitation);
