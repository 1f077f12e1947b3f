import { routes } from "@/lib/api/next-routes";
import { handleShareRequest } from "@/lib/webhooks/shares/share-request";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleShareRequest);
