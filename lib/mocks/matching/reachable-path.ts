import type { RE2JS } from "re2js";

/**
 * Whether an expression matches any path at all: any text that begins with a slash, whatever follows. Decided on the
 * expression's program, by following which of its instructions can be reached between which kinds of characters.
 */
export function canMatchPath(expression: RE2JS): boolean {
  const { inst: instructions, start } = (expression.re2() as unknown as { prog: Program }).prog;
  const open: Place[] = [];
  const seen = new Set<number>();
  const visit = (place: Place) => {
    const key =
      (place.at * kinds.length + kinds.indexOf(place.before)) * kinds.length + kinds.indexOf(place.after);
    if (seen.has(key)) return;
    seen.add(key);
    open.push(place);
  };
  for (const { before, after } of everywhere()) visit({ at: start, before, after });
  for (let place = open.pop(); place; place = open.pop()) {
    const instruction = instructions[place.at];
    // What is not known may match.
    if (!instruction || instruction.op === op.match || instruction.op > op.lastKnown) return true;
    for (const next of placesAfter(instruction, place)) visit(next);
  }
  return false;
}

/** What of re2js' program is used: `Prog` and `Inst` of its source, of the version that is pinned. */
type Program = { start: number; inst: Instruction[] };
type Instruction = { op: number; out: number; arg: number; runes: ArrayLike<number> };
const op = {
  alt: 1,
  altMatch: 2,
  emptyWidth: 4,
  fail: 5,
  match: 6,
  rune: 8,
  anyNotNewline: 11,
  lastKnown: 11,
};
const foldCase = 1;
const empty = { beginLine: 1, endLine: 2, beginText: 4, endText: 8, wordBoundary: 16, noWordBoundary: 32 };

/** Kinds of characters between which expressions can tell by `^`, `$` and `\b`; `none` is either end of the path. */
const kinds = ["none", "slash", "newline", "word", "other"] as const;
type Kind = (typeof kinds)[number];
const afterAny: readonly Kind[] = ["none", "slash", "newline", "word", "other"];

/** An instruction that is reached between two characters. */
type Place = { at: number; before: Kind; after: Kind };

/** Where an expression may begin to match: anywhere in a path, if it does not say where. */
function* everywhere(): Generator<{ before: Kind; after: Kind }> {
  yield { before: "none", after: "slash" };
  for (const before of kinds) {
    if (before === "none") continue;
    for (const after of afterAny) yield { before, after };
  }
}

function placesAfter({ op: code, out, arg, runes }: Instruction, { before, after }: Place): Place[] {
  if (code === op.fail) return [];
  if (code === op.alt || code === op.altMatch) return [out, arg].map((at) => ({ at, before, after }));
  if (code === op.emptyWidth)
    return (arg & ~holding(before, after)) === 0 ? [{ at: out, before, after }] : [];
  if (code < op.rune) return [{ at: out, before, after }];
  if (after === "none" || !takes({ op: code, arg, runes }, after)) return [];
  return afterAny.map((next) => ({ at: out, before: after, after: next }));
}

/** Which conditions hold between two characters, as bits of `empty`. */
function holding(before: Kind, after: Kind): number {
  const begin = before === "none" ? empty.beginText | empty.beginLine : 0;
  const end = after === "none" ? empty.endText | empty.endLine : 0;
  const lines = (before === "newline" ? empty.beginLine : 0) | (after === "newline" ? empty.endLine : 0);
  const isBoundary = (before === "word") !== (after === "word");
  return begin | end | lines | (isBoundary ? empty.wordBoundary : empty.noWordBoundary);
}

/** Code points of each kind, as ranges. */
const rangesOf: Record<Exclude<Kind, "none">, readonly (readonly [first: number, last: number])[]> = {
  slash: [[47, 47]],
  newline: [[10, 10]],
  word: [
    [48, 57],
    [65, 90],
    [95, 95],
    [97, 122],
  ],
  other: [
    [0, 9],
    [11, 46],
    [58, 64],
    [91, 94],
    [96, 96],
    [123, 0x10ffff],
  ],
};

/** Whether an instruction takes some character of a kind. */
function takes({ op: code, arg, runes }: Omit<Instruction, "out">, kind: Exclude<Kind, "none">): boolean {
  if (code === op.anyNotNewline) return kind !== "newline";
  if (code === op.anyNotNewline - 1) return true;
  const only = runes[0];
  if (runes.length === 1 && only !== undefined) {
    // Another case of a letter is a letter, of ASCII or not: `k` is the sign of Kelvin, too.
    if ((arg & foldCase) !== 0) return kind === "word" || kind === "other";
    return rangesOf[kind].some(([first, last]) => only >= first && only <= last);
  }
  for (let at = 0; at + 1 < runes.length; at += 2) {
    const [low = 0, high = 0] = [runes[at], runes[at + 1]];
    if (rangesOf[kind].some(([first, last]) => low <= last && high >= first)) return true;
  }
  return false;
}
