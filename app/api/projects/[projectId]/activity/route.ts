import { handleGetProjectActivity } from "@/lib/activity/get-project-activity";
import { routes } from "@/lib/api/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleGetProjectActivity);
