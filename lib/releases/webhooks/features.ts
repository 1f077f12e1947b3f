import type { AnyImplementation } from "@/lib/operations/implement";
import {
  handleCreateReleaseWebhook,
  handleDeleteReleaseWebhook,
  handleRotateReleaseWebhookSecret,
  handleUpdateReleaseWebhook,
} from "./change-release-webhooks";
import {
  handleGetReleaseWebhookDelivery,
  handleListReleaseWebhookDeliveries,
} from "./list-release-deliveries";
import { handleGetReleaseWebhook, handleListReleaseWebhooks } from "./list-release-webhooks";
import { handleResendReleaseWebhookDelivery, handleTestReleaseWebhook } from "./send-again";

export const releaseWebhookFeatures: readonly AnyImplementation[] = [
  ...[handleListReleaseWebhooks, handleCreateReleaseWebhook, handleGetReleaseWebhook],
  ...[handleUpdateReleaseWebhook, handleDeleteReleaseWebhook, handleRotateReleaseWebhookSecret],
  ...[handleTestReleaseWebhook, handleListReleaseWebhookDeliveries],
  ...[handleGetReleaseWebhookDelivery, handleResendReleaseWebhookDelivery],
];
