import { routes } from "@/lib/http/next-routes";
import { handleListStreamRequests } from "@/lib/webhooks/list-stream-requests";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListStreamRequests);
