import { json } from "@/lib/platform/budgets/budgets";

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

type Limits = { depthMax: number; valuesMax: number; entriesMax: number };

/**
 * Why a JSON text is too much to parse and check, if it is: its values in all, the entries of one object or array, and
 * its depth are counted on its bytes, without building anything. It judges no grammar: what is not JSON fails later.
 */
export function jsonProblem(bytes: Uint8Array, limits: Limits = json): string | undefined {
  const { depthMax, valuesMax, entriesMax } = limits;
  /** Entries of the objects and arrays that are open here. */
  const entries = [0];
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      at = endOfString(bytes, at + 1);
    } else if (byte === comma) {
      values += 1;
      const counted = (entries[depth] ?? 0) + 1;
      entries[depth] = counted;
      if (counted > entriesMax) return `must not have more than ${entriesMax} entries in one object or array`;
      if (values > valuesMax) return `must not have more than ${valuesMax} values in all`;
    } else if (byte === openBracket || byte === openBrace) {
      depth += 1;
      values += 1;
      if (depth > depthMax) return `must not be nested deeper than ${depthMax} levels`;
      if (values > valuesMax) return `must not have more than ${valuesMax} values in all`;
      // An object or array with one comma has two entries.
      entries[depth] = 1;
    } else if (byte === closeBracket || byte === closeBrace) {
      if (depth > 0) depth -= 1;
    }
  }
  return undefined;
}

/** The place of the quote that ends a string, or the end of the text. */
function endOfString(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) return at;
    if (byte === backslash) at += 1;
  }
  return bytes.length;
}
