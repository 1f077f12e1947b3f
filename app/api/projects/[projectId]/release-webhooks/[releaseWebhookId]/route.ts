import { routes } from "@/lib/api/next-routes";
import {
  handleDeleteReleaseWebhook,
  handleUpdateReleaseWebhook,
} from "@/lib/releases/webhooks/change-release-webhooks";
import { handleGetReleaseWebhook } from "@/lib/releases/webhooks/list-release-webhooks";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetReleaseWebhook,
  handleUpdateReleaseWebhook,
  handleDeleteReleaseWebhook,
);
