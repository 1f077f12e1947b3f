import { routes } from "@/lib/api/next-routes";
import { handleResendFailedDeliveries } from "@/lib/webhooks/forwarding/resend";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleResendFailedDeliveries);
