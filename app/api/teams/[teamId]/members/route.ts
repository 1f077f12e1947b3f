import { routes } from "@/lib/http/next-routes";
import { handleListMembers } from "@/lib/teams/list-members";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListMembers);
