import { defineList } from "@/components/ui/list-definition";
import { listApiKeys } from "@/lib/keys/contract";

export const keysList = defineList({
  op: listApiKeys,
  label: "API keys",
  noun: ["key", "keys"],
  placeholder: "Filter by name or prefix",
  sort: "-createdAt",
  filters: {
    state: {
      label: "Any state",
      options: { active: "Active", expired: "Expired", revoked: "Revoked" },
    },
  },
});
