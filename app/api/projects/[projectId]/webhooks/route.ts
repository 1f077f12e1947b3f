import { routes } from "@/lib/api/next-routes";
import { handleCreateWebhook } from "@/lib/webhooks/create-webhook";
import { handleListWebhooks } from "@/lib/webhooks/list-webhooks";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleListWebhooks,
  handleCreateWebhook,
);
