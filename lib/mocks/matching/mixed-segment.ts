import type { MixedPart } from "./segments";

/**
 * What the placeholders of a mixed segment take of a text, in order, each one character or more and as few as will do;
 * undefined where it does not match.
 */
export function takeMixed(parts: readonly MixedPart[], text: string): string[] | undefined {
  const last = parts.at(-1);
  const suffix = last && "text" in last ? last.text : "";
  if (!text.endsWith(suffix)) return undefined;
  const end = text.length - suffix.length;
  const inner = suffix === "" ? parts : parts.slice(0, -1);
  const taken: string[] = [];
  /** Where the placeholder that is being read begins. */
  let begin: number | undefined;
  let at = 0;
  for (const part of inner) {
    if ("name" in part) {
      if (begin !== undefined) {
        // Two in a row: the first one takes a single character.
        taken.push(text.slice(begin, begin + 1));
        at = begin + 1;
      }
      begin = at;
      continue;
    }
    const found =
      begin === undefined ? (text.startsWith(part.text) ? 0 : -1) : text.indexOf(part.text, begin + 1);
    if (found === -1 || found + part.text.length > end) return undefined;
    if (begin !== undefined) taken.push(text.slice(begin, found));
    begin = undefined;
    at = found + part.text.length;
  }
  if (begin === undefined || begin >= end) return undefined;
  taken.push(text.slice(begin, end));
  return taken;
}

/** How many characters `takeMixed` compares at worst. */
export function mixedCost(parts: readonly MixedPart[], text: string): number {
  let cost = 0;
  for (const [at, part] of parts.entries()) {
    if (!("text" in part)) cost += 1;
    else cost += at === 0 || at === parts.length - 1 ? part.text.length : part.text.length * text.length;
  }
  return cost;
}
