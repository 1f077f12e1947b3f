import { routes } from "@/lib/api/next-routes";
import { handleDeleteInvitation } from "@/lib/teams/delete-invitation";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleDeleteInvitation);
