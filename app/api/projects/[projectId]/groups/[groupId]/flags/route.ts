import { routes } from "@/lib/api/next-routes";
import { handleCreateGroupFlag } from "@/lib/groups/create-group-flag";
import { handleListGroupFlags } from "@/lib/groups/list-group-flags";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleListGroupFlags,
  handleCreateGroupFlag,
);
