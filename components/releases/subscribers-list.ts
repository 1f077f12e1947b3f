import { defineList, type RowOf } from "@/components/ui/list-definition";
import { listReleaseSubscribers } from "@/lib/releases/subscribers/contract";

export const subscribersList = defineList({
  op: listReleaseSubscribers,
  label: "Subscribers",
  noun: ["subscriber", "subscribers"],
  placeholder: "Filter by address",
  sort: "-subscribedAt",
});

export type Subscriber = RowOf<typeof subscribersList>;
