import type { Resolver } from "react-hook-form";
import { rulesFor } from "@/components/ui/form-rules";
import { readJson } from "@/components/ui/json-text";
import type { Edited } from "@/components/ui/use-edited-row";
import { type getMockCollection, updateMockCollection } from "@/lib/mocks/collections/contract";
import type { Output } from "@/lib/operations/operation";

export type Collection = Output<typeof getMockCollection>;

export type CollectionFormValues = {
  name: string;
  path: string;
  idField: string;
  /** JSON of an array; an empty text is an empty one. */
  seed: string;
  enabled: boolean;
};

export const emptyCollection = (): CollectionFormValues => ({
  name: "",
  path: "",
  idField: "id",
  seed: "",
  enabled: true,
});

export const collectionValues = ({
  name,
  path,
  idField,
  seed,
  enabled,
}: Collection): CollectionFormValues => ({
  ...{ name, path, idField, enabled },
  seed: seedText(seed),
});

/** An item on each line, so that many can be looked over. */
export const seedText = (seed: readonly object[]): string =>
  seed.length === 0 ? "" : `[\n${seed.map((item) => `  ${JSON.stringify(item)}`).join(",\n")}\n]`;

export const collectionFields: Edited<CollectionFormValues, Collection>["fields"] = {
  name: "Name",
  path: "Path",
  idField: "Id field",
  seed: "Seed",
  enabled: "Answers requests",
};

/** What the text of a seed holds, or why it holds none. */
export function readSeed(text: string): { seed: unknown[] } | { problem: string } {
  if (text.trim() === "") return { seed: [] };
  const json = readJson(text);
  if (!json.valid) return { problem: `is not JSON: ${json.problem ?? "it has to be an array of objects"}` };
  return Array.isArray(json.value)
    ? { seed: json.value }
    : { problem: 'must be an array of objects, such as [{"name": "Ada"}]' };
}

/** The request body for the API. */
export function collectionBody({ name, path, idField, seed, enabled }: CollectionFormValues) {
  const read = readSeed(seed);
  const items = "seed" in read ? (read.seed as Record<string, unknown>[]) : [];
  return { name, path, idField, seed: items, enabled };
}

/** The form's field for the path of an issue. */
export const collectionField = (path: string): string => (path.startsWith("seed.") ? "seed" : path);

const contractRules = rulesFor(updateMockCollection.body, collectionBody, collectionField);

/** Checks what the API would check, so that most mistakes show without a request. */
export const collectionRules: Resolver<CollectionFormValues> = async (values, context, options) => {
  const read = readSeed(values.seed);
  if ("problem" in read) {
    return { values: {}, errors: { seed: { type: "validate", message: read.problem } } };
  }
  return contractRules(values, context, options);
};
