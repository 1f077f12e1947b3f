import { routes } from "@/lib/api/next-routes";
import { handleListMembers } from "@/lib/teams/list-members";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListMembers);
