import { routes } from "@/lib/api/next-routes";
import { handlePreviewWebhook } from "@/lib/webhooks/preview/preview-webhook";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handlePreviewWebhook);
