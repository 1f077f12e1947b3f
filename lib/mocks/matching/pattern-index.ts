import type { Steps } from "@/lib/platform/process/turns";
import { mixedCost, takeMixed } from "./mixed-segment";
import { type MixedPart, type Segment, shapesOf } from "./segments";

/** One segment of a pattern after folding; a text is literal. */
type Part = { text: string } | { mixed: readonly MixedPart[] } | "placeholder" | "rest";
type Pattern<M> = { mock: M; parts: Part[]; order: string };
/** Mixed segments of a pattern by place. */
type Mixed = { at: number; parts: readonly MixedPart[] }[];
/** Numbers of patterns: one bit for each, or a list where they are few. */
type Members = { bits: Uint32Array } | { list: number[] };
type Place = {
  literals: Map<string, Members>;
  placeholders: Uint32Array | undefined;
  rests: Uint32Array | undefined;
};

/**
 * Endpoints with placeholders, as sets of bits: for each place in a path, which patterns have a placeholder there and
 * which have a certain text. A search intersects these sets, one place after the other, so that a hostile table costs
 * no more than a harmless one: for each segment one bit of every pattern.
 */
export class PatternIndex<M extends { endpoint: string }> {
  /** How many words and members the last `find` looked at, for tests. */
  work = 0;
  readonly #mocks: M[];
  /** By number of the pattern. The sets of bits take mixed segments for placeholders. */
  readonly #mixed: (Mixed | undefined)[] = [];
  readonly #places: Place[] = [];
  /** By number of segments: patterns without `*`. */
  readonly #ends: (Uint32Array | undefined)[] = [];
  readonly #words: number;
  /** Patterns that agree with the segments so far, and those that agree with one more. */
  #open: Uint32Array;
  #next: Uint32Array;
  #compared = 0;
  readonly #found: Uint32Array;

  private constructor(mocks: M[]) {
    this.#mocks = mocks;
    this.#words = Math.ceil(mocks.length / 32);
    this.#open = new Uint32Array(this.#words);
    this.#next = new Uint32Array(this.#words);
    this.#found = new Uint32Array(this.#words);
  }

  /**
   * @param mocks oldest first: of two patterns with the same shape the oldest is found
   * @param fold maps canonical text to the text that is compared
   */
  static *build<M extends { endpoint: string }>(
    mocks: readonly M[],
    fold: (canonical: string) => string,
  ): Steps<PatternIndex<M>> {
    const patterns: Pattern<M>[] = [];
    for (const mock of mocks) {
      for (const shape of shapesOf(mock.endpoint)) patterns.push(patternOf(mock, shape, fold));
      yield;
    }
    // In order of precedence, so that the first that matches is the one that answers.
    patterns.sort((a, b) => (a.order < b.order ? -1 : Number(a.order > b.order)));
    const index = new PatternIndex(patterns.map(({ mock }) => mock));
    for (const [number, { parts }] of patterns.entries()) {
      index.#add(number, parts);
      yield;
    }
    for (const { literals } of index.#places) {
      for (const [text, members] of literals) {
        literals.set(text, packed(members, index.#words));
        yield;
      }
    }
    return index;
  }

  #add(number: number, parts: readonly Part[]): void {
    for (const [at, part] of parts.entries()) {
      this.#places[at] ??= { literals: new Map(), placeholders: undefined, rests: undefined };
      const place = this.#places[at];
      if (part === "placeholder" || (typeof part === "object" && "mixed" in part)) {
        place.placeholders ??= new Uint32Array(this.#words);
        setBit(place.placeholders, number);
      } else if (part === "rest") {
        place.rests ??= new Uint32Array(this.#words);
        setBit(place.rests, number);
      } else {
        const members = place.literals.get(part.text);
        if (!members) place.literals.set(part.text, { list: [number] });
        else if ("list" in members) members.list.push(number);
      }
    }
    const mixed = parts.flatMap((part, at) =>
      typeof part === "object" && "mixed" in part ? [{ at, parts: part.mixed }] : [],
    );
    if (mixed.length > 0) this.#mixed[number] = mixed;
    if (parts.at(-1) === "rest") return;
    this.#ends[parts.length] ??= new Uint32Array(this.#words);
    const ends = this.#ends[parts.length];
    if (ends) setBit(ends, number);
  }

  /**
   * The pattern with the most literal segments that matches a canonical path. In a tie, the leftmost literal wins, and a
   * placeholder with text around it wins over one without, which wins over `*`.
   * @param passed mocks that are not looked for
   */
  find(path: string, passed?: ReadonlySet<M>): M | undefined {
    this.work = 0;
    this.#compared = 0;
    if (!path.startsWith("/") || this.#words === 0) return undefined;
    const segments = path.split("/");
    const lastEmpty = segments.lastIndexOf("");
    this.#open.fill(0xffff_ffff);
    this.#found.fill(0);
    for (let at = 1; at < segments.length; at++) {
      const place = this.#places[at - 1];
      if (!place) return this.#first(segments, passed);
      // A `*` takes no empty segment.
      if (at > lastEmpty) this.#offer(place.rests);
      if (!this.#agree(place, segments[at] ?? "")) return this.#first(segments, passed);
    }
    this.#offer(this.#ends[segments.length - 1]);
    return this.#first(segments, passed);
  }

  #offer(matching: Uint32Array | undefined): void {
    if (!matching) return;
    this.work += this.#words;
    for (let word = 0; word < this.#words; word++) {
      this.#found[word] = at(this.#found, word) | (at(matching, word) & at(this.#open, word));
    }
  }

  /** Keeps the patterns that agree with the segment. @returns whether there are any */
  #agree({ placeholders, literals }: Place, segment: string): boolean {
    const [open, next, words] = [this.#open, this.#next, this.#words];
    const members = literals.get(segment);
    const taking = segment === "" ? undefined : placeholders;
    const equal = members && "bits" in members ? members.bits : undefined;
    let any = 0;
    for (let word = 0; word < words; word++) {
      const agreeing = (taking ? at(taking, word) : 0) | (equal ? at(equal, word) : 0);
      const kept = agreeing & at(open, word);
      next[word] = kept;
      any |= kept;
    }
    this.work += words;
    if (members && "list" in members) {
      for (const number of members.list) {
        if (!hasBit(open, number)) continue;
        setBit(next, number);
        any = 1;
      }
      this.work += members.list.length;
    }
    [this.#open, this.#next] = [next, open];
    return any !== 0;
  }

  #first(segments: readonly string[], passed: ReadonlySet<M> | undefined): M | undefined {
    for (let word = 0; word < this.#words; word++) {
      let bits = at(this.#found, word);
      for (; bits !== 0; bits &= bits - 1) {
        const number = word * 32 + 31 - Math.clz32(bits & -bits);
        const mock = this.#mocks[number];
        if (mock && !passed?.has(mock) && this.#agreesWithMixed(this.#mixed[number], segments)) return mock;
      }
    }
    return undefined;
  }

  /** Costs beyond the bound agree with nothing, so that a hostile table holds nobody up. */
  #agreesWithMixed(mixed: Mixed | undefined, segments: readonly string[]): boolean {
    if (!mixed) return true;
    return mixed.every(({ at, parts }) => {
      const segment = segments[at + 1] ?? "";
      this.#compared += mixedCost(parts, segment);
      return this.#compared <= comparedMax && takeMixed(parts, segment) !== undefined;
    });
  }
}

/** Comparisons of characters in mixed segments for one search, which take some ten milliseconds at worst. */
const comparedMax = 10_000_000;

const at = (bits: Uint32Array, word: number) => bits[word] ?? 0;
const hasBit = (bits: Uint32Array, number: number) => ((at(bits, number >>> 5) >>> (number & 31)) & 1) === 1;
const setBit = (bits: Uint32Array, number: number) => {
  bits[number >>> 5] = at(bits, number >>> 5) | (1 << (number & 31));
};

/** As bits where that is smaller. */
function packed(members: Members, words: number): Members {
  if ("bits" in members || members.list.length <= words) return members;
  const bits = new Uint32Array(words);
  for (const number of members.list) setBit(bits, number);
  return { bits };
}

function patternOf<M>(mock: M, shape: readonly Segment[], fold: (canonical: string) => string): Pattern<M> {
  const parts = shape.flatMap((segment): Part[] => {
    if (segment.kind === "mixed") return [{ mixed: foldedMixed(segment.parts, fold) }];
    if (segment.kind !== "literal") return [segment.kind];
    return fold(segment.text)
      .split("/")
      .map((text) => ({ text }));
  });
  const kinds = parts.map(kindOf);
  const literals = kinds.filter((kind) => kind === kindOrder.literal).length;
  // More literals first; then at the first difference the most definite kind; then the most text in mixed segments.
  const text = parts.reduce((sum, part) => sum + mixedTextOf(part), 0);
  return { mock, parts, order: `${descending(literals)}${kinds.join("")}${descending(text)}` };
}

const kindOrder = { literal: "a", mixed: "b", placeholder: "c", rest: "d" };

function kindOf(part: Part): string {
  if (typeof part === "string") return kindOrder[part];
  return "mixed" in part ? kindOrder.mixed : kindOrder.literal;
}

/** Sorts before the one of a smaller number below 10,000. */
const descending = (number: number) => String(9999 - number).padStart(4, "0");

function mixedTextOf(part: Part): number {
  if (typeof part === "string" || !("mixed" in part)) return 0;
  return part.mixed.reduce((sum, each) => sum + ("text" in each ? each.text.length : 0), 0);
}

const foldedMixed = (parts: readonly MixedPart[], fold: (canonical: string) => string) =>
  parts.map((part) => ("text" in part ? { text: fold(part.text) } : part));
