import { routes } from "@/lib/api/next-routes";
import { handleCreateReleaseWebhook } from "@/lib/releases/webhooks/change-release-webhooks";
import { handleListReleaseWebhooks } from "@/lib/releases/webhooks/list-release-webhooks";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleListReleaseWebhooks,
  handleCreateReleaseWebhook,
);
