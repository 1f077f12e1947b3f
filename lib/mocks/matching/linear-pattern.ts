import { LRUCache } from "lru-cache";
import { RE2JS, RE2JSException } from "re2js";
import { lazily, singleton } from "@/lib/platform/singleton";

/** What a request may still cost in regular expressions. One unit is one instruction for one character. */
export type PatternWork = { left: number };

/**
 * Some 20 ms in the worst case: an instruction takes up to 65 ns for each character, and most take a hundredth of that.
 */
const workMax = 300_000;
/** Instructions of one pattern: `[a-z]{1000}` has 1000 of them. */
const instructionsMax = 500;
/** States that a pattern has remembered while it was used. Beyond this it is compiled anew. */
const rememberedBytesMax = 128 * 1024;

export const newPatternWork = (): PatternWork => ({ left: workMax });

type Compiled = { expression: RE2JS; remembered: number };
type Source = { pattern: string; ignoreCase?: boolean };

/** Of all projects, because each may have thousands and uses few of them. */
const compiledPatterns = lazily(() =>
  singleton("compiled patterns", () => new LRUCache<string, Compiled>({ max: 1000 })),
);

/** What is wrong with a regular expression, for the person who wrote it; undefined if nothing is. */
export function patternProblem(source: Source): string | undefined {
  try {
    const size = compile(source).programSize();
    if (size > instructionsMax) {
      return `is too large a pattern: it has ${size} steps, at most ${instructionsMax} are allowed. Use smaller repetitions`;
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const detail = error.message.replace(/^error parsing regexp: /, "").slice(0, 200);
    return `must be a regular expression of RE2, without look-around and back-references: ${detail}`;
  }
}

/**
 * Whether a pattern occurs in a text, in time linear in its length.
 * @param source has no `patternProblem`
 * @returns undefined if that would cost more than the request has left
 */
export function patternOccurs(source: Source, text: string, work: PatternWork): boolean | undefined {
  return using(source, text, work, (expression) => expression.test(text));
}

/** The named groups of the first occurrence. */
export function patternGroups(
  source: Source,
  text: string,
  work: PatternWork,
): Record<string, string> | undefined {
  return using(source, text, work, (expression) => {
    const matcher = expression.matcher(text);
    const groups: Record<string, string> = Object.create(null);
    if (!matcher.find()) return groups;
    for (const [name, value] of Object.entries(matcher.getNamedGroups())) groups[name] = value ?? "";
    return groups;
  });
}

function using<T>(source: Source, text: string, work: PatternWork, use: (expression: RE2JS) => T) {
  const key = `${source.ignoreCase ? "i" : "s"}${source.pattern}`;
  const known = compiledPatterns().get(key) ?? { expression: compile(source), remembered: 0 };
  const size = known.expression.programSize();
  const cost = size * (text.length + 1);
  if (cost > work.left) return undefined;
  work.left -= cost;
  // Each character can add a state of as many numbers as there are instructions.
  known.remembered += cost;
  if (known.remembered > rememberedBytesMax) compiledPatterns().delete(key);
  else compiledPatterns().set(key, known);
  return use(known.expression);
}

function compile({ pattern, ignoreCase = false }: Source): RE2JS {
  return RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
}
