import { defineList } from "@/components/ui/list-definition";
import { type getGroup, type getGroupFlag, listGroupFlags, listGroups } from "@/lib/groups/contract";
import type { Output } from "@/lib/operations/operation";
import type { getRecord } from "@/lib/records/contract";

export type Group = Output<typeof getGroup>;
export type GroupFlag = Output<typeof getGroupFlag>;
export type FlagRecord = Output<typeof getRecord>;

export const groupsList = defineList({
  op: listGroups,
  label: "Groups",
  noun: ["group", "groups"],
  placeholder: "Filter by name, key or prefix",
  sort: "-createdAt",
});

const flags = {
  op: listGroupFlags,
  label: "Flags",
  noun: ["flag", "flags"],
  placeholder: "Filter by name, key or tag",
  sort: "name",
} as const;

/** On the same page as the records, hence the prefix. */
export const groupFlagsList = defineList({ ...flags, prefix: "flags" });

/** The flags of one record. Rows are large, so a few fill a screen. */
export const recordFlagsList = defineList({ ...flags, rows: 20 });
