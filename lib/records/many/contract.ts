import { z } from "zod";
import { listQuery, Truth } from "@/lib/operations/list-fields";
import { longList } from "@/lib/operations/long-list";
import { operation } from "@/lib/operations/operation";
import { createRecord, FlagRecord, Metadata, records, tag } from "../contract";
import { MetadataFilter } from "./metadata-filter";

/** What concerns many records of a group. Apart from the others, because the page of one record does without it. */

export const listRecords = operation({
  id: "listRecords",
  method: "GET",
  path: records,
  tag,
  summary: "List the records of a group",
  access: "project",
  query: z.object({
    ...listQuery(FlagRecord, { sorts: ["createdAt", "updatedAt", "name", "id"], searched: "id and name" }),
    metadata: MetadataFilter.optional(),
  }),
  output: z.array(FlagRecord),
  list: true,
});
/** A record of an import, as creating takes it, but that an absent field of one that is there keeps its value. */
export const GivenRecord = createRecord.body.extend({ metadata: Metadata.optional() });

const ImportedRecord = z
  .object({
    index: z.int().meta({ description: "place in the request, from 0" }),
    id: z.string().nullable().meta({ description: "null where it is not made yet, or none could be read" }),
    result: z.enum(["created", "updated", "unchanged", "refused"]),
    error: z.string().optional().meta({ description: "why it was refused" }),
  })
  .meta({ id: "ImportedRecord" });

export const importRecords = operation({
  id: "importRecords",
  method: "POST",
  path: `${records}/bulk` as const,
  tag,
  summary: "Create or change many records of a group",
  access: "project",
  query: z.object({
    dryRun: Truth.optional().meta({ description: "true tells what would be done, and does nothing" }),
  }),
  longList: "records",
  body: z.object({ records: longList(GivenRecord, "records") }),
  output: z
    .object({
      dryRun: z.boolean(),
      created: z.int(),
      updated: z.int(),
      unchanged: z.int(),
      refused: z.int(),
      records: z
        .array(ImportedRecord)
        .meta({ description: "what became of each, in the order of the request" }),
    })
    .meta({ id: "RecordImport" }),
  // Reading thousands of records takes its time, in which no transaction may be open.
  callsOut: true,
  errors: ["conflict"],
});
