import { z } from "zod";
import type { Steps } from "@/lib/platform/process/turns";
import { madeOrFound, type Operation, type Page } from "./operation";
import { rowText, withValues } from "./stored-json";

/** Reduces a result to the fields of the output's schema, so that nothing else leaks. For a page, gives its rows. */
export function outputOf(op: Operation, result: unknown): unknown {
  if (!op.list) return op.output.parse(madeOrFound(result));
  const { items, fields } = result as Page<object>;
  return z.array(rowOf(op, fields)).parse(items.map(withValues));
}

/** How much text is collected before it is encoded to bytes. */
const chunkChars = 64 * 1024;

/** Like `outputOf` for a page, but encoded as JSON, row by row. */
export function* encodedRows(op: Operation, { items, fields }: Page<unknown>): Steps<Uint8Array> {
  return yield* encodedList("[", rowOf(op, fields), items, "]");
}

/** Like `outputOf` for a thing with one long list, but encoded as JSON, item by item. The list comes last. */
export function* encodedWithList<Name extends string>(
  { output }: Operation & { output: z.ZodObject<Record<Name, z.ZodArray<z.ZodObject>>> },
  result: object & Record<Name, readonly unknown[]>,
  name: Name,
): Steps<Uint8Array> {
  const { [name]: _, ...others } = output.parse({ ...result, [name]: [] });
  const before = JSON.stringify({ ...others, [name]: [] }).slice(0, -"]}".length);
  return yield* encodedList(before, output.shape[name].element, result[name], "]}");
}

function* encodedList(
  before: string,
  schema: z.ZodObject,
  items: readonly unknown[],
  after: string,
): Steps<Uint8Array> {
  const chunks: Buffer[] = [];
  let text = before;
  for (const [at, item] of items.entries()) {
    text += `${at === 0 ? "" : ","}${rowText(schema.parse(item))}`;
    if (text.length >= chunkChars) {
      chunks.push(Buffer.from(text));
      text = "";
    }
    yield;
  }
  return Buffer.concat([...chunks, Buffer.from(`${text}${after}`)]);
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
