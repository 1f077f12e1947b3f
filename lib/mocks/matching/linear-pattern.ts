import { LRUCache } from "lru-cache";
import { RE2JS, RE2JSException } from "re2js";
import { lazily, singleton } from "@/lib/platform/singleton";
import { estimatedSize, largeClasses } from "./pattern-size";

/**
 * What a request may still cost in regular expressions. A unit of matching is one instruction for one character, one of
 * compiling an instruction.
 */
export type PatternWork = {
  matching: number;
  compiling: number;
  /** Whether it did not suffice for an expression, which was then not tried. */
  hasGivenUp?: true;
};

/**
 * Each some 20 ms in the worst case. Matching an instruction takes up to 65 ns for a character, and mostly a hundredth of
 * that; compiling one takes some 3 µs.
 */
const workMax = { matching: 300_000, compiling: 5000 };
export const newPatternWork = (): PatternWork => ({ ...workMax });

/** Instructions of one pattern: `[a-z]{500}` has some 500 of them. */
const instructionsMax = 500;
/** What compiling costs besides the instructions: in any case, and for a class such as `\pL`. */
const compilingCost = { any: 50, largeClass: 50 };
/** Each character can add a state of as many numbers as there are instructions. Beyond this a pattern is compiled anew. */
const rememberedMax = 500_000;

export type PatternSource = { pattern: string; ignoreCase?: boolean | undefined };

/**
 * A regular expression of RE2: it has neither look-around nor back-references, and takes time linear in the length of a text,
 * whatever it is.
 */
export class LinearPattern {
  readonly size: number;
  readonly #source: PatternSource;
  #expression: RE2JS;
  #remembered = 0;

  /** @throws {RE2JSException} */
  constructor(source: PatternSource) {
    this.#source = source;
    this.#expression = compile(source);
    this.size = this.#expression.programSize();
  }

  /** Undefined for a text that is no expression. */
  static read(source: PatternSource): LinearPattern | undefined {
    return patternProblem(source) === undefined ? new LinearPattern(source) : undefined;
  }

  /** Whether it occurs in a text. @returns undefined if that would cost more than the request has left */
  occurs(text: string, work: PatternWork): boolean | undefined {
    return this.#use(text, work)?.test(text);
  }

  /** The named groups of its first occurrence; none if that would cost more than the request has left. */
  groups(text: string, work: PatternWork): Record<string, string> {
    const groups: Record<string, string> = Object.create(null);
    const matcher = this.#use(text, work)?.matcher(text);
    if (!matcher?.find()) return groups;
    for (const [name, value] of Object.entries(matcher.getNamedGroups())) groups[name] = value ?? "";
    return groups;
  }

  #use(text: string, work: PatternWork): RE2JS | undefined {
    const cost = this.size * (text.length + 1);
    if (cost > work.matching) {
      work.hasGivenUp = true;
      return undefined;
    }
    work.matching -= cost;
    this.#remembered += cost;
    if (this.#remembered > rememberedMax) {
      this.#expression = compile(this.#source);
      this.#remembered = cost;
    }
    return this.#expression;
  }
}

/** Of all projects, because each may have thousands and uses few of them. */
const compiledPatterns = lazily(() =>
  singleton("compiled patterns", () => new LRUCache<string, LinearPattern>({ max: 1000 })),
);

/**
 * Whether a pattern occurs in a text.
 * @returns undefined if that would cost more than the request has left, and for what is no pattern
 */
export function patternOccurs(source: PatternSource, text: string, work: PatternWork): boolean | undefined {
  const key = `${source.ignoreCase ? "i" : "s"}${source.pattern}`;
  const known = compiledPatterns().get(key);
  if (known) return known.occurs(text, work);
  if (work.compiling <= 0) return undefined;
  work.compiling -= costOfCompiling(source);
  const compiled = compiledOrNone(source);
  if (!compiled) return undefined;
  compiledPatterns().set(key, compiled);
  return compiled.occurs(text, work);
}

/** What compiling a pattern costs, in units of `PatternWork`. */
export const costOfCompiling = ({ pattern }: PatternSource): number =>
  compilingCost.any + estimatedSize(pattern) + compilingCost.largeClass * largeClasses(pattern);

/** Only rows that nobody has checked can have one that is no pattern. */
function compiledOrNone(source: PatternSource): LinearPattern | undefined {
  try {
    return new LinearPattern(source);
  } catch {
    return undefined;
  }
}

/** What is wrong with a regular expression, for the person who wrote it; undefined if nothing is. */
export function patternProblem(source: PatternSource): string | undefined {
  try {
    const estimated = estimatedSize(source.pattern);
    const size = estimated > 2 * instructionsMax ? estimated : new LinearPattern(source).size;
    if (size <= instructionsMax) return undefined;
    return `is too large a pattern: it has ${size} steps, and ${instructionsMax} are allowed. Use smaller repetitions`;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const detail = error.message.replace(/^error parsing regexp: /, "").slice(0, 200);
    return `must be a regular expression of RE2, without look-around and back-references: ${detail}`;
  }
}

const compile = ({ pattern, ignoreCase }: PatternSource) =>
  RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
