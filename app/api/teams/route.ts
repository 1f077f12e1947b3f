import { routes } from "@/lib/http/next-routes";
import { handleCreateTeam } from "@/lib/teams/create-team";
import { handleListTeams } from "@/lib/teams/list-teams";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListTeams, handleCreateTeam);
