import { routes } from "@/lib/api/next-routes";
import { handleSearchRequests } from "@/lib/webhooks/searching/search-requests";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleSearchRequests);
