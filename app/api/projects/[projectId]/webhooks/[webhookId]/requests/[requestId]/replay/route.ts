import { routes } from "@/lib/api/next-routes";
import { handleReplayRequest } from "@/lib/webhooks/replay-request";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleReplayRequest);
