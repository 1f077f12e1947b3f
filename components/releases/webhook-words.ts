import type { Tone } from "@/components/ui/badge";
import type { ReleaseWebhookDelivery } from "@/lib/releases/webhook-deliveries/contract";
import type { ReleaseEvent } from "@/lib/releases/webhooks/contract";

/** What events are called on pages. */
export const eventWords: Record<ReleaseEvent, string> = {
  "release.published": "A release is published",
  "release.updated": "A published release is changed",
  "release.unpublished": "A release is taken back",
};

export const eventNames: Record<ReleaseEvent, string> = {
  "release.published": "published",
  "release.updated": "changed",
  "release.unpublished": "taken back",
};

type State = ReleaseWebhookDelivery["state"];
export const stateWords: Record<State, string> = {
  pending: "waiting",
  delivered: "delivered",
  failed: "failed",
};
export const stateTones: Record<State, Tone> = { pending: "blue", delivered: "green", failed: "red" };
