import { routes } from "@/lib/api/next-routes";
import { handleClearRequests } from "@/lib/webhooks/clear-requests";
import { handleListRequests } from "@/lib/webhooks/list-requests";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleListRequests,
  handleClearRequests,
);
