import { routes } from "@/lib/api/next-routes";
import { handleDeleteTeam } from "@/lib/teams/delete-team";
import { handleGetTeam } from "@/lib/teams/get-team";
import { handleUpdateTeam } from "@/lib/teams/update-team";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetTeam,
  handleUpdateTeam,
  handleDeleteTeam,
);
