"use client";

import type { ReactNode } from "react";
import { LastEvaluated } from "@/components/flags/last-evaluated";
import { type StaleFlag, staleList } from "@/components/flags/stale-list";
import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import type { Column } from "@/components/ui/data-table";
import { ListView } from "@/components/ui/list-view";
import { RowLink } from "@/components/ui/table";
import { RelativeTime } from "@/components/ui/times";
import { useList } from "@/components/ui/use-list";

/** `base`: address of the flags' pages. */
export type StaleViewProps = { projectId: string; base: string; empty: ReactNode };

/** Flags whose code can go, with the reason and what to look for. */
export function StaleView({ projectId, base, empty }: StaleViewProps) {
  const list = useList(staleList, { projectId });
  return (
    <ListView
      list={list}
      columns={columnsOf(base)}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      empty={empty}
    />
  );
}

/** Where the flag is deleted. */
const hrefOf = (base: string, { kind, key, groupId, flags }: StaleFlag): string =>
  kind === "global"
    ? `${base}?flag=${encodeURIComponent(key)}`
    : `${base}/groups/${groupId}?flag=${flags[0]?.id ?? ""}`;

const columnsOf = (base: string): Column<StaleFlag>[] => [
  {
    id: "name",
    header: "Flag",
    sort: "name",
    className: "sm:w-1/4",
    cell: (row) => (
      <span className="flex min-w-0 flex-col items-start gap-1">
        <RowLink href={hrefOf(base, row)} className="line-clamp-2">
          {row.name}
        </RowLink>
        <span className="text-ink-mute text-xs">{placeOf(row)}</span>
      </span>
    ),
  },
  {
    id: "reason",
    header: "Reason",
    sort: "since",
    cell: (row) => (
      <span className="flex min-w-0 flex-col items-start gap-1">
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={row.reason === "not_evaluated" ? "amber" : "green"}>
            {row.reason === "not_evaluated" ? "Not evaluated" : "Fully rolled out"}
          </Badge>
          <span className="text-ink-mute text-xs">
            since <RelativeTime value={row.since} />
          </span>
        </span>
        <span className="max-w-[60ch] text-ink-soft text-xs">{row.message}</span>
      </span>
    ),
  },
  {
    id: "key",
    header: "Search for",
    sort: "key",
    labelled: true,
    className: "sm:min-w-40 sm:max-w-64",
    cell: ({ key }) => (
      <span className="relative z-1 flex min-w-0 items-center gap-1">
        <code className="min-w-0 break-all text-xs">{key}</code>
        <CopyButton text={key} what="search term" />
      </span>
    ),
  },
  {
    id: "evaluated",
    header: "Last evaluated",
    labelled: true,
    className: "whitespace-nowrap text-xs",
    cell: ({ lastEvaluatedAt }) => <LastEvaluated at={lastEvaluatedAt} />,
  },
];

function placeOf({ kind, groupName, flags }: StaleFlag): string {
  if (kind === "group") return `Group ${groupName}`;
  const places = flags.flatMap(({ environmentKey }) => environmentKey ?? []);
  return places.length > 3 ? `${places.length} environments` : places.join(", ");
}
