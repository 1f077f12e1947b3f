import { routes } from "@/lib/http/next-routes";
import { handleClearRequests } from "@/lib/webhooks/clear-requests";
import { handleListRequests } from "@/lib/webhooks/list-requests";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleListRequests,
  handleClearRequests,
);
