import { routes } from "@/lib/api/next-routes";
import { handleCreateTeam } from "@/lib/teams/create-team";
import { handleListTeams } from "@/lib/teams/list-teams";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListTeams, handleCreateTeam);
