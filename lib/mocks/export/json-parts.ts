import type { Steps } from "@/lib/platform/process/turns";

/** Longer ones, in characters, are on one line: nobody reads them, and to indent them takes time. */
const readableMax = 64 * 1024;
/** What lines may make of it: deep nesting makes a text many times longer. */
const indentedMax = 4 * readableMax;
/** Characters of what is large that are written in one step. */
const partChars = 32 * 1024;

/**
 * JSON as it stands inside of a document, so many levels deep. What is large comes in parts, with turns for others in
 * between, so that `put` can refuse it long before all of it is written.
 */
export function* jsonParts(value: unknown, level: number, put: (part: string) => void): Steps<void> {
  if (leastChars(value, readableMax) <= readableMax) {
    put(indented(value, level));
    return;
  }
  let part = "";
  for (const piece of pieces(value)) {
    part += piece;
    if (part.length < partChars) continue;
    put(part);
    part = "";
    yield;
  }
  put(part);
}

/** The same at once, for what is known to be small. */
export function indented(value: unknown, level: number): string {
  const line = JSON.stringify(value);
  if (line.length > readableMax) return line;
  const text = JSON.stringify(value, null, 2);
  if (text.length > indentedMax) return line;
  // A line break in a JSON text is never part of a string.
  return text.replaceAll("\n", `\n${"  ".repeat(level)}`);
}

/** What `JSON.stringify` makes of a value without methods, in small pieces. */
function* pieces(value: unknown): Generator<string, void> {
  if (typeof value === "string") yield* piecesOfText(value);
  else if (typeof value !== "object" || value === null || leastChars(value, partChars) <= partChars) {
    yield JSON.stringify(value) ?? "null";
  } else if (Array.isArray(value)) {
    let mark = "[";
    for (const each of value) {
      yield mark;
      yield* pieces(each);
      mark = ",";
    }
    yield "]";
  } else {
    let mark = "{";
    for (const [key, each] of Object.entries(value)) {
      if (each === undefined) continue;
      yield `${mark}${JSON.stringify(key)}:`;
      yield* pieces(each);
      mark = ",";
    }
    yield "}";
  }
}

function* piecesOfText(text: string): Generator<string, void> {
  yield '"';
  for (let at = 0; at < text.length; ) {
    const end = at + partChars;
    // Never through the middle of a character.
    const next = isFirstHalf(text.charCodeAt(end - 1)) ? end - 1 : end;
    yield JSON.stringify(text.slice(at, next)).slice(1, -1);
    at = next;
  }
  yield '"';
}

const isFirstHalf = (code: number) => code >= 0xd800 && code <= 0xdbff;

/** How many characters a value has at least as JSON, by the lengths of its texts; some number above `max` if more. */
function leastChars(value: unknown, max: number): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 1;
  let chars = 2;
  const isArray = Array.isArray(value);
  for (const [key, each] of isArray ? value.entries() : Object.entries(value)) {
    if (chars > max) break;
    chars += (isArray ? 1 : String(key).length + 4) + leastChars(each, max - chars);
  }
  return chars;
}
