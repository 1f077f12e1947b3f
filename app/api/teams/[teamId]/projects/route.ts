import { routes } from "@/lib/api/next-routes";
import { handleCreateProject } from "@/lib/projects/create-project";
import { handleListProjects } from "@/lib/projects/list-projects";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleListProjects,
  handleCreateProject,
);
