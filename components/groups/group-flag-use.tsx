"use client";

import { useState } from "react";
import type { Environment } from "@/components/flags/flags-list";
import { UseCharts, useRange } from "@/components/flags/use-charts";
import type { Group, GroupFlag } from "@/components/groups/groups-list";
import { useAnswer } from "@/components/ui/queries";
import { Select } from "@/components/ui/select";
import { getGroupFlagUsage } from "@/lib/groups/contract";

export type GroupFlagUseProps = {
  flag: GroupFlag;
  group: Group;
  environments: readonly Environment[];
};

const all = { value: "", label: "All environments" };

/** How often a flag of a group was asked for, in all environments or in one. */
export function GroupFlagUse({ flag, group, environments }: GroupFlagUseProps) {
  const [env, setEnv] = useState("");
  const [range, setRange] = useRange();
  const place = { projectId: group.projectId, groupId: group.id, groupFlagId: flag.id };
  const { data } = useAnswer(getGroupFlagUsage, { ...place, range, ...(env && { env }) });
  return (
    <div className="flex flex-col gap-4">
      {environments.length > 1 ? (
        <Select
          aria-label="Environment"
          options={[all, ...environments.map(({ key, name }) => ({ value: key, label: name }))]}
          value={env}
          onValueChange={setEnv}
        />
      ) : null}
      <UseCharts usage={data} range={range} onRange={setRange} />
    </div>
  );
}
