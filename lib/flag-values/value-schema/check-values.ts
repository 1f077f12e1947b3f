import { type OutputUnit, type Schema, validate } from "@cfworker/json-schema";
import type { Issue } from "@/lib/operations/operation";
import { endlessPart } from "./endless-schema";
import { type Mistake, readSchema, type WholeSchema } from "./read-schema";
import { bare } from "./schema-values";
import { inWords } from "./wording";

/** What is checked, as JSON: a schema and values, each with the field that it comes from. */
export type ToCheck = { schema: Record<string, unknown>; values: { path: string; value: unknown }[] };

/** The field of a schema. */
const schemaPath = "valueSchema";
const mistakesMax = 5;

/**
 * What is wrong with a schema, or else with values that it is for. It may take any time and memory that there is: patterns
 * and choices of hostile schemas grow exponentially. So it is for worker threads.
 */
export function checkValues({ schema, values }: ToCheck): Issue[] {
  const read = readSchema(schema);
  if ("mistakes" in read) return read.mistakes.slice(0, mistakesMax).map(asIssue);
  const endless = endlessPart(read);
  if (endless) return [asIssue(endless)];
  const issues: Issue[] = [];
  for (const { path, value } of values) {
    const errors = errorsOf(read, value);
    if (!errors) return [{ path: schemaPath, message: "is too complicated to be checked; make it simpler" }];
    if (errors.length > 0) issues.push({ path, message: inWords(errors) });
  }
  return issues;
}

const asIssue = ({ at, message }: Mistake): Issue => ({
  path: schemaPath,
  message: at === "" ? message : `has a mistake at ${at.slice(0, 200)}: it ${message}`,
});

/** @returns undefined where the checker gave up, such as for want of stack */
function errorsOf({ draft, root, named }: WholeSchema, value: unknown): OutputUnit[] | undefined {
  try {
    const { errors } = validate(bare(value), root as Schema, draft, named as Record<string, Schema>, false);
    return errors;
  } catch {
    return undefined;
  }
}
