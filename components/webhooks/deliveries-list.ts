import { defineList, type RowOf } from "@/components/ui/list-definition";
import { stateWords } from "@/components/webhooks/delivery-marks";
import { listDeliveries } from "@/lib/webhooks/deliveries/contract";

export const deliveriesList = defineList({
  op: listDeliveries,
  label: "Deliveries",
  noun: ["delivery", "deliveries"],
  placeholder: "Filter by method, path or error",
  sort: "-createdAt",
  filters: { state: { label: "Any state", options: stateWords } },
  texts: ["ruleId"],
});

export type DeliveryRow = RowOf<typeof deliveriesList>;
