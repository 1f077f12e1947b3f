/** A schema, and values that do and do not satisfy it. */

export const valueSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  properties: { color: { $ref: "#/$defs/color" }, constructor: { type: "string" } },
  required: ["color"],
  additionalProperties: false,
  $defs: { color: { enum: ["blue", "green"] } },
};
export const blue = { type: "object", onValue: { color: "blue" }, offValue: { color: "green" } };
export const red = { color: "red" };
/** Takes longer than there will be time, for a text that nearly matches. */
export const slowSchema = { properties: { color: { pattern: "^(a+)+$|^blue$|^green$" } } };
export const slowValue = { color: `${"a".repeat(60)}!` };
