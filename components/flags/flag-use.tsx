"use client";

import { useState } from "react";
import { type Environment, type FlagRow, flagIn } from "@/components/flags/flags-list";
import { UseCharts, useRange } from "@/components/flags/use-charts";
import { useAnswer } from "@/components/ui/queries";
import { Select } from "@/components/ui/select";
import { getFlagUsage } from "@/lib/flags/contract";

export type FlagUseProps = { row: FlagRow; environments: readonly Environment[]; projectId: string };

/** How often a global flag was asked for in one of the environments that have it. */
export function FlagUse({ row, environments, projectId }: FlagUseProps) {
  const places = environments.filter((environment) => flagIn(row, environment));
  const [chosen, setChosen] = useState<string>();
  const [range, setRange] = useRange();
  const place = places.find(({ id }) => id === chosen) ?? places[0];
  const flag = place && flagIn(row, place);
  const asked = { projectId, flagId: flag?.id ?? "", range };
  const { data } = useAnswer(getFlagUsage, asked, { enabled: flag !== undefined });
  return (
    <div className="flex flex-col gap-4">
      {places.length > 1 ? (
        <Select
          aria-label="Environment"
          options={places.map(({ id, name }) => ({ value: id, label: name }))}
          value={place?.id ?? ""}
          onValueChange={setChosen}
        />
      ) : null}
      <UseCharts usage={data} range={range} onRange={setRange} />
    </div>
  );
}
