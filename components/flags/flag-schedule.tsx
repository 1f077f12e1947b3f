"use client";

import { useState } from "react";
import { type Environment, type FlagRow, flagIn } from "@/components/flags/flags-list";
import { Schedules } from "@/components/flags/schedules";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { Select } from "@/components/ui/select";
import { cancelFlagSchedule, createFlagSchedule, listFlagSchedules } from "@/lib/flag-schedules/contract";

export type FlagScheduleProps = { row: FlagRow; environments: readonly Environment[]; projectId: string };

/** What is planned for a global flag in one of the environments that have it. */
export function FlagSchedule({ row, environments, projectId }: FlagScheduleProps) {
  const write = useWrite();
  const places = environments.filter((environment) => flagIn(row, environment));
  const [chosen, setChosen] = useState<string>();
  const place = places.find(({ id }) => id === chosen) ?? places[0];
  const flagId = (place && flagIn(row, place)?.id) ?? "";
  const { data, error } = useAnswer(listFlagSchedules, { projectId, flagId }, { enabled: flagId !== "" });
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
      <Schedules
        key={flagId}
        of="global"
        where={`Changes “${row.name}” in ${place?.name ?? ""}.`}
        schedules={data}
        error={error}
        onCreate={(steps) => write(createFlagSchedule, { projectId, flagId, steps })}
        onCancel={(scheduleId) => write(cancelFlagSchedule, { projectId, flagId, scheduleId })}
      />
    </div>
  );
}
