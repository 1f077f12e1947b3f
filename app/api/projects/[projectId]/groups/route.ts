import { handleCreateGroup } from "@/lib/groups/create-group";
import { handleListGroups } from "@/lib/groups/list-groups";
import { routes } from "@/lib/http/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListGroups, handleCreateGroup);
