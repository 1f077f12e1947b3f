import { handleGetTeamActivity } from "@/lib/activity/get-team-activity";
import { routes } from "@/lib/api/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleGetTeamActivity);
