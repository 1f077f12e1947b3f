import { routes } from "@/lib/api/next-routes";
import { handleRotateReleaseWebhookSecret } from "@/lib/releases/webhooks/change-release-webhooks";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleRotateReleaseWebhookSecret);
