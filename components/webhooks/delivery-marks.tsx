import { Badge, type Tone } from "@/components/ui/badge";
import type { DeliveryState } from "@/lib/webhooks/deliveries/contract";

/** What states are called on pages. */
export const stateWords: Record<DeliveryState, string> = {
  pending: "waiting",
  delivered: "delivered",
  failed: "failed",
  cancelled: "cancelled",
  skipped: "not sent",
};
const tones: Record<DeliveryState, Tone> = {
  pending: "blue",
  delivered: "green",
  failed: "red",
  cancelled: "neutral",
  skipped: "amber",
};

export const DeliveryBadge = ({ state }: { state: DeliveryState }) => (
  <Badge dot tone={tones[state]}>
    {stateWords[state]}
  </Badge>
);
