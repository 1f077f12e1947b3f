import { routes } from "@/lib/api/next-routes";
import { handleDeleteRequest } from "@/lib/webhooks/delete-request";
import { handleGetRequest } from "@/lib/webhooks/get-request";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleGetRequest, handleDeleteRequest);
