import { z } from "zod";
import type { FlagRecord } from "@/components/groups/groups-list";
import { MetadataText, metadataOf, metadataText } from "@/components/groups/metadata-text";

/** A record as a form holds it: what is not given is an empty text. */
export const RecordFields = z.object({
  name: z.string().max(200, { error: "must have at most 200 characters" }),
  metadata: MetadataText,
});
export type RecordValues = z.infer<typeof RecordFields>;

export const valuesOf = ({ name, metadata }: FlagRecord): RecordValues => ({
  name: name ?? "",
  metadata: metadataText(metadata),
});

export const bodyOf = ({ name, metadata }: RecordValues) => ({
  name: name.trim() || null,
  metadata: metadataOf(metadata),
});
