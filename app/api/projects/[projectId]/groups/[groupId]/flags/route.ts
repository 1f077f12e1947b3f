import { handleCreateGroupFlag } from "@/lib/groups/create-group-flag";
import { handleListGroupFlags } from "@/lib/groups/list-group-flags";
import { routes } from "@/lib/http/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleListGroupFlags,
  handleCreateGroupFlag,
);
