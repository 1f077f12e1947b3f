import { scopeWords } from "@/components/keys/scope-words";
import { defineList } from "@/components/ui/list-definition";
import { listApiKeys } from "@/lib/keys/contract";
import { scopes } from "@/lib/operations/operation";

export const keysList = defineList({
  op: listApiKeys,
  label: "API keys",
  noun: ["key", "keys"],
  placeholder: "Filter by name or prefix",
  sort: "-createdAt",
  filters: {
    scope: {
      label: "Any scope",
      options: Object.fromEntries(scopes.map((scope) => [scope, scopeWords[scope].label])),
    },
    state: {
      label: "Any state",
      options: { active: "Active", expired: "Expired", revoked: "Revoked" },
    },
  },
});
