import { routes } from "@/lib/api/next-routes";
import { handleGetReleaseWebhookDelivery } from "@/lib/releases/webhooks/list-release-deliveries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleGetReleaseWebhookDelivery);
