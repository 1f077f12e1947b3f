import { routes } from "@/lib/api/next-routes";
import { handleCancelDeliveries } from "@/lib/webhooks/forwarding/resend";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleCancelDeliveries);
