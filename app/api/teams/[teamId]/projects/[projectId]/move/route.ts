import { routes } from "@/lib/api/next-routes";
import { handleMoveProject } from "@/lib/projects/move-project";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleMoveProject);
