import { routes } from "@/lib/api/next-routes";
import { handleCreateEnvironment } from "@/lib/environments/create-environment";
import { handleListEnvironments } from "@/lib/environments/list-environments";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleListEnvironments,
  handleCreateEnvironment,
);
