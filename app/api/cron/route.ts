import { routes } from "@/lib/http/next-routes";
import { handleRunScheduledWork } from "@/lib/http/scheduled-work";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleRunScheduledWork);
