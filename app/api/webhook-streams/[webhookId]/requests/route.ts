import { routes } from "@/lib/api/next-routes";
import { handleListStreamRequests } from "@/lib/webhooks/list-stream-requests";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListStreamRequests);
