import { routes } from "@/lib/api/next-routes";
import { handleCreateInvitation } from "@/lib/teams/create-invitation";
import { handleListInvitations } from "@/lib/teams/list-invitations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleListInvitations,
  handleCreateInvitation,
);
