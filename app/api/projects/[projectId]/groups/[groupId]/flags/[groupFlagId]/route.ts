import { routes } from "@/lib/api/next-routes";
import { handleDeleteGroupFlag } from "@/lib/groups/delete-group-flag";
import { handleGetGroupFlag } from "@/lib/groups/get-group-flag";
import { handleUpdateGroupFlag } from "@/lib/groups/update-group-flag";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetGroupFlag,
  handleUpdateGroupFlag,
  handleDeleteGroupFlag,
);
