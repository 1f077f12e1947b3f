import { defineList, type RowOf } from "@/components/ui/list-definition";
import { listStaleFlags } from "@/lib/flags/contract";

export const staleList = defineList({
  op: listStaleFlags,
  label: "Stale flags",
  noun: ["stale flag", "stale flags"],
  placeholder: "Filter by name or key",
  sort: "since",
  filters: {
    reason: {
      label: "Reason",
      options: { not_evaluated: "Not evaluated", fully_rolled_out: "Fully rolled out" },
    },
  },
});

export type StaleFlag = RowOf<typeof staleList>;
