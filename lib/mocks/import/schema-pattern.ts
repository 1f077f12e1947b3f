/** A piece of a pattern, read: what it adds to a text, given how often things without an upper bound are repeated. */
type Reader = { pattern: string; at: number; depth: number; stretch: number; chars: number };

const limits = { patternChars: 300, depth: 10, chars: 500 };
/** Characters that look natural, in this order, where a class allows them. */
const favourites = ["a", "A", "1", "-", "_", " ", "."];

class Unreadable extends Error {}

/**
 * A text that a simple pattern matches: literals, classes, groups and repetitions. Undefined for any other pattern. Who
 * uses it has to try whether it does match.
 * @param stretch how often what has no upper bound is repeated
 */
export function textOfPattern(pattern: string, stretch = 1): string | undefined {
  if (pattern.length > limits.patternChars) return undefined;
  const reader: Reader = { pattern, at: 0, depth: 0, stretch, chars: 0 };
  try {
    const text = alternatives(reader);
    return reader.at === pattern.length ? text : undefined;
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

/** The first of them. The others are read, too, to find their end. */
function alternatives(reader: Reader): string {
  const first = sequence(reader);
  while (reader.pattern[reader.at] === "|") {
    reader.at += 1;
    sequence(reader);
  }
  return first;
}

function sequence(reader: Reader): string {
  let text = "";
  while (reader.at < reader.pattern.length && !"|)".includes(reader.pattern[reader.at] ?? "")) {
    const piece = atom(reader);
    text += piece.repeat(repetition(reader));
    reader.chars += text.length;
    if (text.length > limits.chars || reader.chars > 100 * limits.chars) throw new Unreadable();
  }
  return text;
}

function atom(reader: Reader): string {
  const character = next(reader);
  switch (character) {
    case "^":
    case "$":
      return "";
    case ".":
      return "a";
    case "(":
      return group(reader);
    case "[":
      return characterClass(reader);
    case "\\":
      return escaped(reader);
    case "*":
    case "+":
    case "?":
      throw new Unreadable();
    default:
      return character;
  }
}

function group(reader: Reader): string {
  if (reader.pattern[reader.at] === "?") {
    const kind = /^\?(?::|P?<[A-Za-z_]\w*>)/.exec(reader.pattern.slice(reader.at, reader.at + 60))?.[0];
    if (!kind) throw new Unreadable();
    reader.at += kind.length;
  }
  reader.depth += 1;
  if (reader.depth > limits.depth) throw new Unreadable();
  const text = alternatives(reader);
  if (next(reader) !== ")") throw new Unreadable();
  reader.depth -= 1;
  return text;
}

const repetitionShape = /^(?:[*+?]|\{(\d{1,3})(,?)(\d{0,3})\})\??/;

function repetition(reader: Reader): number {
  const found = repetitionShape.exec(reader.pattern.slice(reader.at, reader.at + 12));
  if (!found) return 1;
  const [whole, from, comma, to] = found;
  reader.at += whole.length;
  if (whole.startsWith("?")) return 0;
  if (from === undefined) return reader.stretch;
  const least = Number(from);
  if (!comma) return least;
  const most = to ? Number(to) : Number.POSITIVE_INFINITY;
  return Math.max(least, Math.min(most, reader.stretch));
}

function escaped(reader: Reader): string {
  const character = next(reader);
  const known = { d: "1", w: "a", s: " ", D: "a", W: "-", S: "a", n: "\n", t: "\t", b: "", r: "\r" }[
    character
  ];
  if (known !== undefined) return known;
  if (/[A-Za-z0-9]/.test(character)) throw new Unreadable();
  return character;
}

/** Characters from one to another, as code units. */
type Range = [from: number, to: number];

function characterClass(reader: Reader): string {
  const isOpposite = reader.pattern[reader.at] === "^";
  if (isOpposite) reader.at += 1;
  const ranges: Range[] = [];
  for (let isFirst = true; isFirst || reader.pattern[reader.at] !== "]"; isFirst = false) {
    ranges.push(...classItem(reader));
  }
  reader.at += 1;
  const has = (character: string) =>
    ranges.some(([from, to]) => character.charCodeAt(0) >= from && character.charCodeAt(0) <= to);
  const favourite = favourites.find((character) => has(character) !== isOpposite);
  if (favourite !== undefined) return favourite;
  if (isOpposite || !ranges[0]) throw new Unreadable();
  return String.fromCharCode(ranges[0][0]);
}

function classItem(reader: Reader): Range[] {
  const first = next(reader);
  if (first === "[" && reader.pattern[reader.at] === ":") throw new Unreadable();
  if (first === "\\") {
    const kind = reader.pattern[reader.at] ?? "";
    const known = kinds.get(kind);
    if (known) {
      reader.at += 1;
      return known;
    }
  }
  const from = first === "\\" ? escaped(reader) : first;
  const isRange = reader.pattern[reader.at] === "-" && reader.pattern[reader.at + 1] !== "]";
  if (!isRange) return [[from.charCodeAt(0), from.charCodeAt(0)]];
  reader.at += 1;
  const last = next(reader);
  const to = last === "\\" ? escaped(reader) : last;
  return [[from.charCodeAt(0), to.charCodeAt(0)]];
}

const range = (from: string, to: string): Range => [from.charCodeAt(0), to.charCodeAt(0)];
const kinds: ReadonlyMap<string, Range[]> = new Map([
  ["d", [range("0", "9")]],
  ["w", [range("a", "z"), range("A", "Z"), range("0", "9"), range("_", "_")]],
  ["s", [range(" ", " ")]],
]);

function next(reader: Reader): string {
  const character = reader.pattern[reader.at];
  if (character === undefined) throw new Unreadable();
  reader.at += 1;
  return character;
}
