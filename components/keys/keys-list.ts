import { defineList } from "@/components/ui/list-definition";
import { listApiKeys } from "@/lib/keys/contract";
import { scopes } from "@/lib/platform/key-scopes";

export const keysList = defineList({
  op: listApiKeys,
  label: "API keys",
  noun: ["key", "keys"],
  placeholder: "Filter by name or prefix",
  sort: "-createdAt",
  filters: {
    scope: {
      label: "Any scope",
      options: Object.fromEntries(scopes.map((scope) => [scope, scope])),
    },
    state: {
      label: "Any state",
      options: { active: "Active", expired: "Expired", revoked: "Revoked" },
    },
  },
});
