"use client";

import { ArrowLeftRight, CircleCheck, Rocket } from "lucide-react";
import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { type ReactNode, useState } from "react";
import {
  type ComparedRow,
  comparedPair,
  compareList,
  onlyDifferences,
} from "@/components/flags/compare-list";
import { CompareSide } from "@/components/flags/compare-side";
import type { Environment } from "@/components/flags/flags-list";
import type { PromoteDialogProps } from "@/components/flags/promote-dialog";
import { useEnvironments } from "@/components/flags/use-environments";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { Column } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { laterPopup } from "@/components/ui/later-popup";
import { Link } from "@/components/ui/link";
import { ListView } from "@/components/ui/list-view";
import { Segments } from "@/components/ui/segments";
import { Select } from "@/components/ui/select";
import { useList } from "@/components/ui/use-list";

const PromoteDialog = laterPopup<PromoteDialogProps>("dialog", () =>
  import("@/components/flags/promote-dialog").then((file) => file.PromoteDialog),
);

export type CompareViewProps = {
  projectId: string;
  /** Address of the flags' pages. */
  base: string;
  /** Shown where there is nothing to compare with. */
  alone: ReactNode;
};

/** Two environments beside each other. */
export function CompareView({ projectId, base, alone }: CompareViewProps) {
  const environments = useEnvironments(projectId);
  const [asked, setAsked] = useQueryStates(
    { from: parseAsString, to: parseAsString, cursor: parseAsString, page: parseAsInteger },
    { history: "push" },
  );
  const pair = comparedPair(environments, asked);
  if (!pair) return alone;
  const choose = (from: string, to: string) => void setAsked({ from, to, cursor: null, page: null });
  return (
    <div className="flex flex-col gap-4">
      <Chooser environments={environments} {...pair} onChoose={choose} />
      {/* What is selected belongs to these two. */}
      <Comparison key={`${pair.from.id} ${pair.to.id}`} projectId={projectId} base={base} {...pair} />
    </div>
  );
}

type Pair = { from: Environment; to: Environment };
type ChooserProps = Pair & {
  environments: readonly Environment[];
  onChoose: (from: string, to: string) => void;
};

/** To choose for one side what the other has swaps them. */
function Chooser({ environments, from, to, onChoose }: ChooserProps) {
  const options = environments.map(({ key, name }) => ({
    value: key,
    label: <span className="block max-w-56 truncate">{name}</span>,
  }));
  const swap = () => onChoose(to.key, from.key);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label="From"
        className="w-auto max-w-full"
        options={options}
        value={from.key}
        onValueChange={(key) => (key === to.key ? swap() : onChoose(key, to.key))}
      />
      <Button size="icon" variant="ghost" aria-label="Swap the two environments" onClick={swap}>
        <ArrowLeftRight aria-hidden />
      </Button>
      <Select
        aria-label="To"
        className="w-auto max-w-full"
        options={options}
        value={to.key}
        onValueChange={(key) => (key === from.key ? swap() : onChoose(from.key, key))}
      />
    </div>
  );
}

type ComparisonProps = Pair & { projectId: string; base: string };

function Comparison({ projectId, base, from, to }: ComparisonProps) {
  const list = useList(compareList, { projectId, from: from.key, to: to.key, ...onlyDifferences });
  const [promoted, setPromoted] = useState<readonly string[]>();
  const all = list.address.state === "all";
  const show = (what: "changed" | "all") => list.change({ state: what === "all" ? what : null });
  return (
    <div className="flex flex-col gap-3">
      <Segments
        label="Rows"
        className="self-start"
        segments={[
          { value: "changed", label: "Only differences" },
          { value: "all", label: "All flags" },
        ]}
        value={all ? "all" : "changed"}
        onChange={show}
      />
      <ListView
        list={list}
        columns={columnsOf({ base, from, to })}
        rowId={({ key }) => key}
        rowName={({ name }) => name}
        bulk={[
          {
            label: `Promote to ${to.name}`,
            icon: Rocket,
            open: (rows) => setPromoted(rows.map(({ key }) => key)),
          },
        ]}
        empty={<NothingDiffers from={from} to={to} onShowAll={() => show("all")} />}
      />
      <PromoteDialog
        open={promoted !== undefined}
        onOpenChange={(open) => (open ? undefined : setPromoted(undefined))}
        {...{ projectId, from, to, keys: promoted ?? [] }}
      />
    </div>
  );
}

function NothingDiffers({ from, to, onShowAll }: Pair & { onShowAll: () => void }) {
  return (
    <EmptyState
      icon={<CircleCheck />}
      title="No differences"
      text={`${from.name} and ${to.name} have the same global flags, with the same settings.`}
      action={<Button onClick={onShowAll}>Show all flags</Button>}
    />
  );
}

const columnsOf = ({ base, from, to }: Pair & { base: string }): Column<ComparedRow>[] => [
  {
    id: "name",
    header: "Flag",
    sort: "name",
    className: "sm:min-w-36 sm:max-w-72",
    cell: ({ key, name }) => (
      <Link
        href={`${base}?flag=${encodeURIComponent(key)}`}
        className="relative z-1 line-clamp-2 rounded-sm font-medium text-ink hover:underline"
      >
        {name}
      </Link>
    ),
  },
  {
    id: "key",
    header: "Key",
    sort: "key",
    labelled: true,
    className: "sm:min-w-36 sm:max-w-48",
    cell: ({ key }) => <code className="line-clamp-2 break-all text-xs">{key}</code>,
  },
  {
    id: "state",
    header: "State",
    labelled: true,
    cell: ({ state }) => <State state={state} from={from} to={to} />,
  },
  {
    id: "from",
    header: from.name,
    labelled: true,
    headClassName: "max-w-40 truncate",
    className: "sm:max-w-72",
    cell: ({ from: side, differences }) => <CompareSide side={side} differences={differences} />,
  },
  {
    id: "to",
    header: to.name,
    labelled: true,
    headClassName: "max-w-40 truncate",
    className: "sm:max-w-72",
    cell: ({ to: side, differences }) => <CompareSide side={side} differences={differences} />,
  },
];

function State({ state, from, to }: Pair & Pick<ComparedRow, "state">) {
  const [tone, text]: [Tone, string] = {
    same: ["green" as const, "Same"],
    different: ["amber" as const, "Different"],
    only_from: ["blue" as const, `Only ${from.name}`],
    only_to: ["neutral" as const, `Only ${to.name}`],
  }[state] as [Tone, string];
  return (
    <Badge tone={tone} className="max-w-40">
      <span className="truncate">{text}</span>
    </Badge>
  );
}
