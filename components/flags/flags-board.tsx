"use client";

import { useState } from "react";
import { FlagPanel } from "@/components/flags/flag-panel";
import {
  type Environment,
  type Flag,
  type FlagOrder,
  flagRows,
  matchesQuery,
  sortedRows,
} from "@/components/flags/flag-rows";
import { FlagsTable } from "@/components/flags/flags-table";
import { UseFlagCard } from "@/components/flags/use-flag-card";
import { useFlagSwitch } from "@/components/flags/use-flag-switch";
import { useOpenFlag } from "@/components/flags/use-open-flag";
import { filterFrom, ListToolbar, NothingMatches } from "@/components/ui/list-toolbar";
import { Segments } from "@/components/ui/segments";

export type FlagsBoardProps = {
  flags: readonly Flag[];
  environments: readonly Environment[];
  projectId: string;
  appUrl: string;
  keysHref: string;
};

export function FlagsBoard({ flags, environments, projectId, appUrl, keysHref }: FlagsBoardProps) {
  const [query, setQuery] = useState("");
  const [order, setOrder] = useState<FlagOrder>("name");
  const [subject, setSubject] = useState("");
  const flagSwitch = useFlagSwitch(projectId);
  const open = useOpenFlag();
  const rows = flagRows(flagSwitch.asChosen(flags));
  const shown = sortedRows(
    rows.filter((row) => matchesQuery(row, query)),
    order,
  );
  return (
    <div className="flex flex-col gap-3">
      {rows.length >= filterFrom ? (
        <ListToolbar
          what="flags"
          placeholder="Filter by name or key"
          query={query}
          onQuery={setQuery}
          shown={shown.length}
          total={rows.length}
        >
          <Segments label="Order" segments={orders} value={order} onChange={setOrder} />
        </ListToolbar>
      ) : null}
      {shown.length === 0 ? (
        <NothingMatches what="flag" query={query} />
      ) : (
        <FlagsTable
          rows={shown}
          environments={environments}
          projectId={projectId}
          flagSwitch={flagSwitch}
          onOpen={open.open}
        />
      )}
      <div className="mt-5">
        <UseFlagCard
          rows={sortedRows(rows, "name")}
          environments={environments}
          projectId={projectId}
          appUrl={appUrl}
          keysHref={keysHref}
          subject={subject}
        />
      </div>
      <FlagPanel
        row={rows.find(({ key }) => key === open.key)}
        environments={environments}
        projectId={projectId}
        flagSwitch={flagSwitch}
        subject={subject}
        onSubject={setSubject}
        onClose={open.close}
      />
    </div>
  );
}

const orders = [
  { value: "name", label: "By name" },
  { value: "newest", label: "Newest" },
] as const;
