import { routes } from "@/lib/api/next-routes";
import { handleCreateGroup } from "@/lib/groups/create-group";
import { handleListGroups } from "@/lib/groups/list-groups";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListGroups, handleCreateGroup);
