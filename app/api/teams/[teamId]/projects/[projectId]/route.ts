import { routes } from "@/lib/api/next-routes";
import { handleDeleteProject } from "@/lib/projects/delete-project";
import { handleGetProject } from "@/lib/projects/get-project";
import { handleUpdateProject } from "@/lib/projects/update-project";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetProject,
  handleUpdateProject,
  handleDeleteProject,
);
