import { patternOccurs } from "../matching/linear-pattern";
import { type Failure, phraseOf } from "./condition-phrases";
import { mayHaveOthers, valuesOf, withJoined } from "./condition-values";
import { type ConditionWork, isSpent, spend } from "./condition-work";
import type { Condition, When } from "./contract";
import { contains, isEqual } from "./json-compare";
import type { RequestView } from "./request-view";

const phrasesMax = 5;
/** What applying a pattern costs besides its work on the text, in steps of comparing. */
const patternSteps = 20;
const sourcesInBody: ReadonlySet<Condition["in"]> = new Set(["json", "form", "body"]);

/** Whether a response may be given. Uses up work: a request has one for all its conditions. */
export function holds(when: When, view: RequestView, work: ConditionWork): boolean {
  if (!when) return true;
  const doesHold = (condition: Condition) => judge(condition, view, work).verdict === "holds";
  return "all" in when ? when.all.every(doesHold) : when.any.some(doesHold);
}

/**
 * Why a response may not be given, for people: a phrase for each condition that fails, at most five; none if it may. The
 * public reads them, so there is nothing of credentials in them.
 */
export function explain(when: When, view: RequestView, work: ConditionWork): string[] {
  if (!when) return [];
  const conditions = "all" in when ? when.all : when.any;
  const isAny = "any" in when;
  const phrases: string[] = [];
  for (const condition of conditions) {
    if (phrases.length === phrasesMax && !isAny) break;
    const { verdict, values } = judge(condition, view, work);
    if (verdict === "holds" && isAny) return [];
    if (verdict !== "holds" && phrases.length < phrasesMax)
      phrases.push(phraseOf(condition, values, verdict));
  }
  return isAny ? [alternatives(phrases, conditions.length)] : phrases;
}

function alternatives(phrases: readonly string[], count: number): string {
  const others = count - phrases.length;
  return [...phrases, ...(others > 0 ? [`${others} more`] : [])].join(" or ");
}

/** Whether the body has to be read before conditions can be tried. */
export function needsBody(when: When): boolean {
  if (!when) return false;
  const conditions = "all" in when ? when.all : when.any;
  return conditions.some(({ in: source }) => sourcesInBody.has(source));
}

/** A condition that can't be decided, because that would cost too much, does not hold, and neither does its opposite. */
type Verdict = "holds" | Failure;
type Judged = { verdict: Verdict; values: readonly unknown[] };

function judge(condition: Condition, view: RequestView, work: ConditionWork): Judged {
  if (!spend(work, 1)) return { verdict: "too large to compare", values: [] };
  const values = valuesOf(condition, view, work);
  const found = isMet(condition, values, work);
  if (isSpent(work)) return { verdict: "too large to compare", values };
  const isDecided = condition.exists === undefined ? found === true : values.length > 0;
  if (!isDecided && mayHaveOthers(condition, view)) return { verdict: "beyond what is read", values };
  return { verdict: verdictOf(found, condition, view), values };
}

function verdictOf(found: boolean | undefined, condition: Condition, view: RequestView): Verdict {
  if (found === undefined) return "too long for the pattern";
  if (found !== (condition.not ?? false)) return "holds";
  return condition.in === "json" && view.isOtherThanJson ? "not JSON" : "fails";
}

/** Whether a condition is met by any value, `not` left aside. @returns undefined if its pattern would cost too much */
function isMet(condition: Condition, values: readonly unknown[], work: ConditionWork): boolean | undefined {
  const { exists, matches, equals, oneOf } = condition;
  if (exists !== undefined) return values.length > 0 === exists;
  const compared = withJoined(condition, values, work);
  if (matches !== undefined) return isMatched(condition, compared, work);
  const how = { ignoreCase: condition.ignoreCase ?? false, work };
  const expected = oneOf ?? [equals === undefined ? condition.contains : equals];
  const compare = condition.contains === undefined ? isEqual : contains;
  return expected
    .map((each) => comparable(condition, each))
    .some((each) => compared.some((value) => compare(value, each, how)));
}

/** Outside of JSON there are only texts, so that what is expected is one, too. */
function comparable({ in: source }: Condition, expected: unknown): unknown {
  if (source === "json") return expected;
  const text = typeof expected === "string" ? expected : JSON.stringify(expected);
  return source === "method" ? text.toUpperCase() : text;
}

function isMatched(
  { matches = "", ignoreCase }: Condition,
  values: readonly unknown[],
  work: ConditionWork,
): boolean | undefined {
  let hasGivenUp = false;
  for (const value of values) {
    if (value === null || typeof value === "object") continue;
    if (!spend(work, patternSteps)) return undefined;
    const occurs = patternOccurs({ pattern: matches, ignoreCase }, String(value), work);
    if (occurs) return true;
    hasGivenUp ||= occurs === undefined;
  }
  return hasGivenUp ? undefined : false;
}
