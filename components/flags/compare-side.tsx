"use client";

import { type Fact, factsOf } from "@/components/flags/compare-facts";
import type { Difference, Side } from "@/components/flags/compare-list";
import { useTeamMembers } from "@/components/flags/flag-team";
import { cn } from "@/components/ui/cn";

type CompareSideProps = { side: Side | null; differences: readonly Difference[] };

/** A flag in one of two environments, with what differs marked. */
export function CompareSide({ side, differences }: CompareSideProps) {
  const members = useTeamMembers();
  if (!side) return <span className="text-ink-mute">not there</span>;
  const nameOf = (id: string) => members?.find(({ userId }) => userId === id)?.name ?? "somebody who left";
  return (
    <ul className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 gap-y-1 text-xs">
      {factsOf(side, differences, nameOf).map((fact) => (
        <li key={fact.field} className="min-w-0 max-w-full">
          <FactText fact={fact} />
        </li>
      ))}
    </ul>
  );
}

/** Underlined as well, because a colour alone is not seen by everybody. */
function FactText({ fact: { label, text, differs } }: { fact: Fact }) {
  return (
    <span
      className={cn(
        "inline-block max-w-full break-words rounded-xs px-1 py-0.5",
        differs ? "bg-amber-soft text-ink" : "text-ink-mute",
      )}
    >
      {differs ? <span className="sr-only">differs: </span> : null}
      {label ? <span className="text-ink-mute">{label} </span> : null}
      <span className={cn("tabular-nums", differs && "font-medium underline decoration-amber")}>{text}</span>
    </span>
  );
}
