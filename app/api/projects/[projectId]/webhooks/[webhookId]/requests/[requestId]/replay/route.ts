import { routes } from "@/lib/http/next-routes";
import { handleReplayRequest } from "@/lib/webhooks/replay-request";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleReplayRequest);
