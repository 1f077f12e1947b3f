import { jsonProblem } from "@/lib/operations/json-size";
import { json } from "@/lib/platform/budgets/budgets";

/** Longer texts stay texts: to take one apart and write it anew would hold the thread. */
const charsMax = 128 * 1024;

/**
 * A text as the JSON value that it is. Undefined for a text that is no JSON, and for one that would not be the same again
 * if the value were written: a number with more digits than fit, a key that is there twice.
 */
export function jsonValueOf(text: string): { value: unknown } | undefined {
  if (!/^\s*["[{\dtfn-]/.test(text) || text.length > charsMax) return undefined;
  if (jsonProblem(Buffer.from(text), json)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  // It would be read as a reference to somewhere else.
  if (typeof value === "object" && value !== null && Object.hasOwn(value, "$ref")) return undefined;
  return JSON.stringify(value) === plainest(text) ? { value } : undefined;
}

/** As `JSON.stringify` writes it, but with every key and digit that the text has. */
const plainest = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|\s+|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) => {
    if (token.startsWith('"')) return token.includes("\\") ? JSON.stringify(JSON.parse(token)) : token;
    if (token.trim() === "") return "";
    return token.replace(/\D/g, "").length > 15 ? token : String(Number(token));
  });
