import { routes } from "@/lib/api/next-routes";
import { handleGetRequestBody } from "@/lib/webhooks/get-request-body";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleGetRequestBody);
