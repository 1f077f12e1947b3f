import { routes } from "@/lib/api/next-routes";
import { handleRunScheduledWork } from "@/lib/api/scheduled-work";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleRunScheduledWork);
