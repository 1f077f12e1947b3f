/** JSON Schema as it is understood here. What a draft does not know is a note to people, and checks nothing. */

export const drafts = ["4", "7", "2019-09", "2020-12"] as const;
export type Draft = (typeof drafts)[number];

/** By what `$schema` says, without the scheme and an empty fragment at its end. */
const dialects: Record<string, Draft> = {
  "json-schema.org/draft-04/schema": "4",
  "json-schema.org/draft-07/schema": "7",
  "json-schema.org/draft/2019-09/schema": "2019-09",
  "json-schema.org/draft/2020-12/schema": "2020-12",
};

/** The draft of a schema; undefined if it is none of ours. */
export function draftOf(named: unknown): Draft | undefined {
  if (named === undefined) return "2020-12";
  if (typeof named !== "string") return undefined;
  const dialect = named.replace(/^https?:\/\//, "").replace(/#$/, "");
  return Object.hasOwn(dialects, dialect) ? dialects[dialect] : undefined;
}

/** What a keyword's value has to be. */
export type Kind =
  | "schema"
  | "schemaOrTruth"
  | "schemas"
  | "schemaOrSchemas"
  | "namedSchemas"
  | "patternedSchemas"
  | "dependencies"
  | "reference"
  | "anchor"
  | "pattern"
  | "text"
  | "number"
  | "positive"
  | "count"
  | "truth"
  | "names"
  | "namedNames"
  | "types"
  | "list"
  | "any";

/** The kind, the first draft that has the keyword, and the last one. */
type Keyword = [kind: Kind, from?: Draft, to?: Draft];

const keywords: Record<string, Keyword[]> = {
  $ref: [["reference"]],
  $anchor: [["anchor", "2019-09"]],
  $defs: [["namedSchemas", "2019-09"]],
  definitions: [["namedSchemas", "4", "7"]],

  type: [["types"]],
  enum: [["list"]],
  const: [["any", "7"]],

  allOf: [["schemas"]],
  anyOf: [["schemas"]],
  oneOf: [["schemas"]],
  not: [["schema"]],
  if: [["schema", "7"]],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nobody awaits this table.
  then: [["schema", "7"]],
  else: [["schema", "7"]],

  properties: [["namedSchemas"]],
  patternProperties: [["patternedSchemas"]],
  additionalProperties: [["schemaOrTruth"]],
  unevaluatedProperties: [["schema", "2019-09"]],
  propertyNames: [["schema", "7"]],
  required: [["names"]],
  minProperties: [["count"]],
  maxProperties: [["count"]],
  dependencies: [["dependencies", "4", "7"]],
  dependentRequired: [["namedNames", "2019-09"]],
  dependentSchemas: [["namedSchemas", "2019-09"]],

  prefixItems: [["schemas", "2020-12"]],
  items: [
    ["schemaOrSchemas", "4", "2019-09"],
    ["schema", "2020-12"],
  ],
  additionalItems: [["schemaOrTruth", "4", "2019-09"]],
  unevaluatedItems: [["schema", "2019-09"]],
  contains: [["schema", "7"]],
  minContains: [["count", "2019-09"]],
  maxContains: [["count", "2019-09"]],
  minItems: [["count"]],
  maxItems: [["count"]],
  uniqueItems: [["truth"]],

  minimum: [["number"]],
  maximum: [["number"]],
  exclusiveMinimum: [
    ["truth", "4", "4"],
    ["number", "7"],
  ],
  exclusiveMaximum: [
    ["truth", "4", "4"],
    ["number", "7"],
  ],
  multipleOf: [["positive"]],

  minLength: [["count"]],
  maxLength: [["count"]],
  pattern: [["pattern"]],
  format: [["text"]],
};

/** Would have a meaning that nobody follows here; a schema that seems to check something and does not is worse than none. */
export const unsupported: ReadonlySet<string> = new Set([
  "$dynamicRef",
  "$dynamicAnchor",
  "$recursiveRef",
  "$recursiveAnchor",
]);

/** What a keyword has to be in this draft; undefined for one that it does not know. */
export function kindOf(keyword: string, draft: Draft): Kind | undefined {
  const at = drafts.indexOf(draft);
  const known = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
  const found = known?.find(
    ([, from = "4", to = "2020-12"]) => drafts.indexOf(from) <= at && at <= drafts.indexOf(to),
  );
  return found?.[0];
}

/** Keywords with schemas that look at the same value. A schema that leads back to itself by them never ends. */
export const inPlace = {
  one: ["not", "if", "then", "else"],
  several: ["allOf", "anyOf", "oneOf"],
  named: ["dependentSchemas", "dependencies"],
} as const;
