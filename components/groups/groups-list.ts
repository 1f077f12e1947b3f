import { defineList, type RowOf } from "@/components/ui/list-definition";
import { type getGroup, type getGroupFlag, listGroupFlags, listGroups } from "@/lib/groups/contract";
import type { Output } from "@/lib/operations/operation";
import { type getRecord, listRecords } from "@/lib/records/contract";

export type Group = Output<typeof getGroup>;
export type GroupFlag = Output<typeof getGroupFlag>;
export type FlagRecord = Output<typeof getRecord>;

export const groupsList = defineList({ op: listGroups, sort: "-createdAt" });

/** In the same place as the records, hence the prefix. */
export const groupFlagsList = defineList({ op: listGroupFlags, sort: "name", prefix: "flags" });

export const recordsList = defineList({
  op: listRecords,
  fields: ["id", "name", "createdAt"],
  sort: "-createdAt",
  prefix: "records",
});

/** What a list shows of a record; its metadata can be long and stays where it is. */
export type RecordName = RowOf<typeof recordsList>;

/** The flags of one record: each row has so much in it that few fill a screen. */
export const recordFlagsList = defineList({ op: listGroupFlags, sort: "name", rows: 20 });

export const groupsOf = (count: number) => (count === 1 ? "1 group" : `${count} groups`);
export const recordsOf = (count: number) => (count === 1 ? "1 record" : `${count} records`);
