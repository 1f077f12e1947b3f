import { routes } from "@/lib/api/next-routes";
import { handleTestReleaseWebhook } from "@/lib/releases/webhooks/send-again";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleTestReleaseWebhook);
