import { configuredHeaders } from "@/lib/platform/budgets/budgets";
import { headerProblems } from "../answers/headers";
import type { Notes } from "./read-document-values";

export type HeaderLine = readonly [name: string, value: string];
export type MockHeaders = Record<string, string | string[]>;

/** Lines that are looked at, of one answer. */
const linesMax = 500;

/** What an answer of ours has anyway, or what holds only for the connection or the moment in which it was recorded. */
const ofTheMoment: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "content-length",
  "content-encoding",
  "upgrade",
  "te",
  "trailer",
  "date",
  "age",
  "alt-svc",
  "strict-transport-security",
]);

/** Headers that a mock can have. Those that our contract refuses are noted; those of the moment are not missed by anybody. */
export function keptHeaders(lines: readonly HeaderLine[], notes: Notes): MockHeaders {
  const kept = new Map<string, { name: string; values: string[] }>();
  let bytes = 0;
  let count = 0;
  for (const [name, given] of lines.slice(0, linesMax)) {
    const lowerName = name.toLowerCase();
    if (ofTheMoment.has(lowerName) || name.startsWith(":")) continue;
    const value = changed(lowerName, given.trim());
    const cost = 2 * name.length + value.length + 8;
    const isTooMuch = count === configuredHeaders.linesMax || bytes + cost > configuredHeaders.bytesMax;
    const problem = isTooMuch ? "a mock may not have so many" : headerProblems({ [name]: value })[0]?.message;
    if (problem) {
      notes.add(`The header ${name.slice(0, 50)} was left out: ${problem}`);
      continue;
    }
    count += 1;
    bytes += cost;
    const known = kept.get(lowerName);
    if (known) known.values.push(value);
    else kept.set(lowerName, { name, values: [value] });
  }
  // Own fields, also of a header named __proto__.
  return Object.fromEntries(
    [...kept.values()].map(({ name, values: [first = "", ...others] }) => [
      name,
      others.length > 0 ? [first, ...others] : first,
    ]),
  );
}

/** Cookies stay on the project's host, and texts are sent as UTF-8. */
function changed(lowerName: string, value: string): string {
  if (lowerName === "set-cookie") {
    const [pair = "", ...attributes] = value.split(";");
    return [pair, ...attributes.filter((attribute) => !/^\s*domain\s*(?:=|$)/i.test(attribute))].join(";");
  }
  if (lowerName === "content-type") return value.replace(/charset\s*=\s*"?[^;"\s]+"?/i, "charset=utf-8");
  return value;
}

export const isJsonType = (mediaType: string): boolean =>
  /^\s*(?:application|text)\/(?:[\w.+-]+\+)?json5?\s*(?:;|$)/i.test(mediaType);
