import { z } from "zod";
import type { Operation, Page } from "./operation";

/** Reduces a result to what the output's schema has, which is all that may leave. Of a page, its rows. */
export function outputOf(op: Operation, result: unknown): unknown {
  if (!op.list) return op.output.parse(result);
  const { items, fields } = result as Page<unknown>;
  return (fields ? someFields(op.output) : op.output).parse(items);
}

const partial = new WeakMap<z.ZodType, z.ZodType>();

/** The schema of rows with only some of their fields. */
function someFields(rows: z.ZodType): z.ZodType {
  const known = partial.get(rows);
  if (known) return known;
  const row = rows instanceof z.ZodArray ? rows.element : undefined;
  if (!(row instanceof z.ZodObject)) throw new Error("only a list of objects has fields");
  const made = z.array(row.partial());
  partial.set(rows, made);
  return made;
}
