import { handleCreateEnvironment } from "@/lib/environments/create-environment";
import { handleListEnvironments } from "@/lib/environments/list-environments";
import { routes } from "@/lib/http/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleListEnvironments,
  handleCreateEnvironment,
);
