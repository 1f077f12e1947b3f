import { handleDeleteEnvironment } from "@/lib/environments/delete-environment";
import { handleUpdateEnvironment } from "@/lib/environments/update-environment";
import { routes } from "@/lib/http/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleUpdateEnvironment,
  handleDeleteEnvironment,
);
