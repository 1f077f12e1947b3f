import { defineList, type RowOf } from "@/components/ui/list-definition";
import { listRecords } from "@/lib/records/many/contract";

export const recordsList = defineList({
  op: listRecords,
  label: "Records",
  noun: ["record", "records"],
  placeholder: "Filter by name or ID",
  fields: ["id", "name", "createdAt"],
  sort: "-createdAt",
  texts: ["metadata"],
  prefix: "records",
});

/** What a list shows of a record. Metadata can be long and is not loaded. */
export type RecordName = RowOf<typeof recordsList>;
