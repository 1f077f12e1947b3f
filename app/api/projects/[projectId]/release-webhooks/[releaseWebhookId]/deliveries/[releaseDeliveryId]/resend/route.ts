import { routes } from "@/lib/api/next-routes";
import { handleResendReleaseWebhookDelivery } from "@/lib/releases/webhooks/send-again";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleResendReleaseWebhookDelivery);
