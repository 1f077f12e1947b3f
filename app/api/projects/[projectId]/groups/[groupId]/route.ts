import { routes } from "@/lib/api/next-routes";
import { handleDeleteGroup } from "@/lib/groups/delete-group";
import { handleGetGroup } from "@/lib/groups/get-group";
import { handleUpdateGroup } from "@/lib/groups/update-group";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetGroup,
  handleUpdateGroup,
  handleDeleteGroup,
);
