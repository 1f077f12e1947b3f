import { subjectNames } from "@/components/audit/entry-words";
import { defineList } from "@/components/ui/list-definition";
import { listProjectAuditLog, listTeamAuditLog } from "@/lib/audit/contract";

const definition = {
  label: "Changes",
  noun: ["change", "changes"],
  placeholder: "Filter by thing, person or operation",
  sort: "-at",
  rows: 30,
  filters: {
    subjectKind: { label: "Everything", options: subjectNames },
    actorKind: {
      label: "By anybody",
      options: { person: "People", key: "API keys", operator: "The operator", link: "Mailed links" },
    },
  },
} as const;

export const projectAuditList = defineList({ op: listProjectAuditLog, ...definition });
export const teamAuditList = defineList({ op: listTeamAuditLog, ...definition });
