import { z } from "zod";
import type { Steps } from "@/lib/platform/process/turns";
import type { Operation, Page } from "./operation";
import { rowText, withValues } from "./stored-json";

/** Reduces a result to the fields of the output's schema, so that nothing else leaks. For a page, gives its rows. */
export function outputOf(op: Operation, result: unknown): unknown {
  if (!op.list) return op.output.parse(result);
  const { items, fields } = result as Page<object>;
  return z.array(rowOf(op, fields)).parse(items.map(withValues));
}

/** How much text is collected before it is encoded to bytes. */
const chunkChars = 64 * 1024;

/** Like `outputOf` for a page, but encoded as JSON, row by row. */
export function* encodedRows(op: Operation, { items, fields }: Page<unknown>): Steps<Uint8Array> {
  const row = rowOf(op, fields);
  const chunks: Buffer[] = [];
  let text = "[";
  for (const [at, item] of items.entries()) {
    text += `${at === 0 ? "" : ","}${rowText(row.parse(item))}`;
    if (text.length >= chunkChars) {
      chunks.push(Buffer.from(text));
      text = "";
    }
    yield;
  }
  return Buffer.concat([...chunks, Buffer.from(`${text}]`)]);
}

const partial = new WeakMap<z.ZodObject, z.ZodObject>();

/** The schema of one row, which may have some of its fields only. */
function rowOf({ output }: Operation, fields: readonly string[] | undefined): z.ZodObject {
  const row = output instanceof z.ZodArray ? output.element : undefined;
  if (!(row instanceof z.ZodObject)) throw new Error("only a list of objects has rows");
  if (!fields) return row;
  const known = partial.get(row) ?? row.partial();
  partial.set(row, known);
  return known;
}
