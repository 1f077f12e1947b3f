import { routes } from "@/lib/api/next-routes";
import { handleDeleteEnvironment } from "@/lib/environments/delete-environment";
import { handleUpdateEnvironment } from "@/lib/environments/update-environment";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleUpdateEnvironment,
  handleDeleteEnvironment,
);
