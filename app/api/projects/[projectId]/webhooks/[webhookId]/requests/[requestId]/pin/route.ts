import { routes } from "@/lib/api/next-routes";
import { handlePinRequest } from "@/lib/webhooks/pins/pin-request";
import { handleUnpinRequest } from "@/lib/webhooks/pins/unpin-request";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handlePinRequest, handleUnpinRequest);
