import { z } from "zod";

/** What a value of metadata has to be: the keys that lead to it, and its text. */
export type MetadataCondition = { keys: string[]; value: string };

const limits = { chars: 1000, conditions: 10, keys: 10 };
const error =
  "must be conditions such as plan:pro or owner.country:CH, with commas between, and a backslash before a comma, colon, dot or backslash that is none of these";

/**
 * Conditions as queries write them, all of which have to hold; a repeated parameter has all of its. The first colon of one
 * ends its keys, between which are dots; a backslash takes the next character as it is.
 */
export const MetadataFilter = z
  .preprocess(
    (given: string | readonly string[]) => [given].flat().filter(Boolean).join(","),
    z
      .string()
      .max(limits.chars, { error: `must have at most ${limits.chars} characters` })
      .transform((text, context) => {
        const conditions = conditionsOf(text);
        if (conditions && conditions.length <= limits.conditions) return conditions;
        context.issues.push({ code: "custom", message: error, input: text });
        return z.NEVER;
      }),
  )
  .meta({
    type: "string",
    description:
      "only those whose metadata has these values, such as `plan:pro` or `owner.country:CH`; several with commas between, all of which have to hold. Numbers, `true`, `false` and `null` are compared as JSON writes them. A backslash takes the next character as it is, for keys with dots and colons, and values with commas",
  });

function conditionsOf(text: string): MetadataCondition[] | undefined {
  if (text.trim() === "") return [];
  const conditions = partsOf(text, ",").map(conditionOf);
  return conditions.every((condition) => condition !== undefined) ? conditions : undefined;
}

function conditionOf(text: string): MetadataCondition | undefined {
  const [path = "", ...rest] = partsOf(text, ":");
  const keys = partsOf(path.trim(), ".").map(plain);
  if (rest.length === 0 || keys.length > limits.keys || keys.includes("")) return undefined;
  return { keys, value: plain(rest.join(":")) };
}

/** Cut at each separator that has no backslash before it. */
function partsOf(text: string, separator: string): string[] {
  const parts = [""];
  for (const [token] of text.matchAll(/\\?./gsu)) {
    if (token === separator) parts.push("");
    else parts[parts.length - 1] += token;
  }
  return parts;
}

const plain = (text: string) => text.replace(/\\(.)/gsu, "$1");
