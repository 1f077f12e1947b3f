"use client";

import { ChangeFields } from "@/components/audit/change-fields";
import { CompareSide } from "@/components/flags/compare-side";
import { useTeamMembers } from "@/components/flags/flag-team";
import type { Promotion } from "@/components/flags/promotion-words";
import { Badge, type Tone } from "@/components/ui/badge";

type Row = Promotion["flags"][number];

/** Each flag with what becomes of it, those that change first. */
export function PromotePreview({ preview }: { preview: Promotion }) {
  const order = Object.keys(looks);
  const rows = preview.flags.toSorted((a, b) => order.indexOf(a.result) - order.indexOf(b.result));
  return (
    <ul
      aria-label="What happens"
      className="flex flex-col divide-y divide-line rounded-lg border border-line"
    >
      {rows.map((row) => (
        <li key={row.key} className="flex min-w-0 flex-col gap-2 px-3.5 py-3">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 break-words font-medium text-ink text-sm">
              {(row.after ?? row.before)?.name ?? row.key}
            </span>
            <code className="min-w-0 break-all text-ink-mute text-xs">{row.key}</code>
            <Badge tone={looks[row.result].tone} className="ml-auto">
              {looks[row.result].text}
            </Badge>
          </span>
          <Outcome row={row} />
        </li>
      ))}
    </ul>
  );
}

const looks: Record<Row["result"], { tone: Tone; text: string }> = {
  updated: { tone: "amber", text: "Changes" },
  created: { tone: "blue", text: "New" },
  refused: { tone: "red", text: "Can’t be promoted" },
  unchanged: { tone: "neutral", text: "The same already" },
};

function Outcome({ row: { result, reason, before, after, differences } }: { row: Row }) {
  const members = useTeamMembers();
  if (result === "refused") return <p className="text-ink-soft text-sm">{reason}</p>;
  if (result === "created" && after) {
    return <CompareSide side={{ ...after, id: "", updatedAt: "" }} differences={[]} />;
  }
  if (result === "unchanged" || !before || !after) return null;
  const fields: string[] = differences.flatMap((field) =>
    field === "rollout" ? ["rollout", "rolloutBasisPoints"] : [field],
  );
  const named = (side: typeof before) => ({
    ...side,
    ownerId: members?.find(({ userId }) => userId === side.ownerId)?.name ?? side.ownerId,
  });
  const picked = (side: typeof before) =>
    Object.fromEntries(Object.entries(named(side)).filter(([name]) => fields.includes(name)));
  return <ChangeFields entry={{ subjectKind: "flag", before: picked(before), after: picked(after) }} />;
}
