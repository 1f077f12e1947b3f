import { handleDeleteGroup } from "@/lib/groups/delete-group";
import { handleGetGroup } from "@/lib/groups/get-group";
import { handleUpdateGroup } from "@/lib/groups/update-group";
import { routes } from "@/lib/http/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetGroup,
  handleUpdateGroup,
  handleDeleteGroup,
);
