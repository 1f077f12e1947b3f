import { routes } from "@/lib/api/next-routes";
import { handleDeleteWebhook } from "@/lib/webhooks/delete-webhook";
import { handleGetWebhook } from "@/lib/webhooks/get-webhook";
import { handleUpdateWebhook } from "@/lib/webhooks/update-webhook";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetWebhook,
  handleUpdateWebhook,
  handleDeleteWebhook,
);
