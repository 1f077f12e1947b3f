"use client";

import { Schedules } from "@/components/flags/schedules";
import type { Group, GroupFlag } from "@/components/groups/groups-list";
import { useAnswer, useWrite } from "@/components/ui/queries";
import {
  cancelGroupFlagSchedule,
  createGroupFlagSchedule,
  listGroupFlagSchedules,
} from "@/lib/flag-schedules/contract";

export type GroupFlagScheduleProps = { flag: GroupFlag; group: Group };

/** What is planned for the defaults of a flag of a group. */
export function GroupFlagSchedule({ flag, group }: GroupFlagScheduleProps) {
  const write = useWrite();
  const place = { projectId: group.projectId, groupId: group.id, groupFlagId: flag.id };
  const { data, error } = useAnswer(listGroupFlagSchedules, place);
  return (
    <Schedules
      of="group"
      where={`Changes the defaults of “${flag.name}”, in all environments.`}
      schedules={data}
      error={error}
      onCreate={(steps) => write(createGroupFlagSchedule, { ...place, steps })}
      onCancel={(scheduleId) => write(cancelGroupFlagSchedule, { ...place, scheduleId })}
    />
  );
}
