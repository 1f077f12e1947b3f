import { routes } from "@/lib/api/next-routes";
import { handleCheckStreams } from "@/lib/webhooks/check-streams";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleCheckStreams);
