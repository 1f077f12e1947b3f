import { z } from "zod";
import { readObject } from "@/components/ui/json-object";
import { ApiError } from "@/lib/operations/client";

type Metadata = Record<string, unknown>;

export const metadataText = (metadata: Metadata) =>
  Object.keys(metadata).length === 0 ? "" : JSON.stringify(metadata, null, 2);

/** The parsed metadata, or what is wrong with the text. An empty text is an empty object. */
export function readMetadata(text: string): { metadata: Metadata } | { problem: string } {
  if (text.trim() === "") return { metadata: {} };
  const read = readObject(text);
  return "object" in read ? { metadata: read.object } : read;
}

/** A form field that holds metadata as text. */
export const MetadataText = z.string().superRefine((text, ctx) => {
  const read = readMetadata(text);
  if ("problem" in read) ctx.addIssue({ code: "custom", message: read.problem });
});

/** The metadata of a text that has passed `MetadataText`. */
export function metadataOf(text: string): Metadata {
  const read = readMetadata(text);
  return "metadata" in read ? read.metadata : {};
}

/** Shows the API's issues with values inside the metadata beside the one field that holds all of it. */
export function explainMetadata(error: unknown) {
  const issues = error instanceof ApiError ? error.issues : [];
  const about = issues.find(({ path }) => path.startsWith("metadata."));
  return about && { message: `${about.path} ${about.message}`, field: "metadata" as const };
}
