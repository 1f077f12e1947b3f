import { patternProblem } from "../matching/linear-pattern";
import { responseLimits } from "../responses/contract";
import { type Alternatives, always, both, type GivenCondition } from "./mockoon-drafts";
import { entriesOf, fieldOf, isFields, listOf, textOf } from "./read-document-values";
import { equalToJson, matchesJsonPath } from "./wiremock-json";
import { wholePattern } from "./wiremock-patterns";

export type Problem = { problem: string };
export type Place = Pick<GivenCondition, "in" | "name">;

/** What says how something is compared, and not what with. */
const manners = new Set([
  "caseInsensitive",
  "ignoreArrayOrder",
  "ignoreExtraElements",
  "jsonCompareMode",
  "enablePlaceholders",
  "placeholderOpeningDelimiterRegex",
  "placeholderClosingDelimiterRegex",
]);
const depthMax = 20;

/** When a matcher of WireMock holds for a place of the request. */
export function matcherOf(
  place: Place,
  matcher: unknown,
  notes: Set<string>,
  depth = 0,
): Alternatives | Problem {
  if (depth > depthMax) return { problem: "Its matchers are nested too deeply." };
  // `"X-Tenant": "a"` is not WireMock's own way, but what it means is clear.
  if (!isFields(matcher)) return compared(place, "equalTo", matcher, matcher, notes);
  let made: Alternatives = always;
  for (const [name, expected] of entriesOf(matcher)) {
    if (manners.has(name)) continue;
    const one = isJunction(name)
      ? junction(name, place, expected, notes, depth)
      : compared(place, name, expected, matcher, notes);
    if ("problem" in one) return one;
    const sum = both(made, one);
    if (!sum) return { problem: "Its matchers have too many combinations." };
    made = sum;
  }
  return made;
}

const isJunction = (name: string) => ["and", "or", "not", "hasExactly", "includes"].includes(name);

function junction(
  name: string,
  place: Place,
  expected: unknown,
  notes: Set<string>,
  depth: number,
): Alternatives | Problem {
  if (name === "not") {
    const inner = matcherOf(place, expected, notes, depth + 1);
    return "problem" in inner
      ? inner
      : (opposite(inner) ?? { problem: "It has a `not` around several matchers." });
  }
  if (name === "hasExactly") notes.add("Further values of the same name are allowed.");
  let made: Alternatives | undefined;
  for (const each of listOf(expected)) {
    const one = matcherOf(place, each, notes, depth + 1);
    if ("problem" in one) return one;
    const sum = !made ? one : name === "or" ? [...made, ...one] : both(made, one);
    if (!sum || sum.length > 50) return { problem: "Its matchers have too many combinations." };
    made = sum;
  }
  return made ?? always;
}

/** What holds where the other does not; undefined if that would be too much to write down. */
function opposite(when: Alternatives): Alternatives | undefined {
  const turned = ({ not, ...condition }: GivenCondition): GivenCondition =>
    not ? condition : { ...condition, not: true };
  let made: Alternatives = always;
  for (const conditions of when) {
    const sum = both(
      made,
      conditions.map((condition) => [turned(condition)]),
    );
    if (!sum) return undefined;
    made = sum;
  }
  return made;
}

/** @param matcher the object that the matcher stands in */
function compared(
  place: Place,
  name: string,
  expected: unknown,
  matcher: unknown,
  notes: Set<string>,
): Alternatives | Problem {
  const text = textOf(expected);
  const ignoreCase = fieldOf(matcher, "caseInsensitive") === true ? { ignoreCase: true } : {};
  switch (name) {
    case "absent":
      return [[{ ...place, exists: expected !== true }]];
    case "anything":
      return always;
    case "equalTo":
    case "equalToIgnoreCase":
      return text === undefined
        ? unfit(name)
        : [
            [
              {
                ...place,
                ...equality(place, text),
                ...(name === "equalTo" ? ignoreCase : { ignoreCase: true }),
              },
            ],
          ];
    case "equalToNumber":
      return text === undefined ? unfit(name) : [[{ ...place, ...equality(place, text) }]];
    case "contains":
    case "doesNotContain":
      return text === undefined
        ? unfit(name)
        : [[{ ...place, contains: text, ...turned(name === "doesNotContain") }]];
    case "matches":
    case "doesNotMatch":
      return text === undefined ? unfit(name) : pattern(place, text, name === "doesNotMatch");
    case "equalToJson":
      return equalToJson(place, expected, matcher, notes);
    case "matchesJsonPath":
      return matchesJsonPath(place, expected, (inner, sub) => matcherOf(inner, sub, notes));
    default:
      return { problem: `It uses the matcher \`${name.slice(0, 40)}\`, which has no counterpart here.` };
  }
}

const turned = (isTurned: boolean) => (isTurned ? { not: true } : {});
const unfit = (name: string): Problem => ({ problem: `Its matcher \`${name}\` is no text.` });

/** WireMock compares what it finds in JSON as a text. */
function equality({ in: source }: Place, text: string): Pick<GivenCondition, "equals" | "oneOf"> {
  if (source !== "json") return { equals: text };
  if (text === "true" || text === "false") return { oneOf: [text, text === "true"] };
  return text !== "" && String(Number(text)) === text ? { oneOf: [text, Number(text)] } : { equals: text };
}

function pattern(place: Place, written: string, isTurned: boolean): Alternatives | Problem {
  const tooLong = `Its pattern has more than ${responseLimits.patternChars} characters.`;
  if (written.length > responseLimits.patternChars) return { problem: tooLong };
  const whole = wholePattern(written);
  if (whole === "") return [[{ ...place, exists: !isTurned }]];
  // In a body lines do not matter.
  const matches = place.in === "body" && whole.includes(".") ? `(?s)${whole}` : whole;
  if (matches.length > responseLimits.patternChars) return { problem: tooLong };
  const problem = patternProblem({ pattern: matches });
  if (problem) return { problem: `Its pattern \`${written.slice(0, 60)}\` ${problem}.` };
  return [[{ ...place, matches, ...turned(isTurned) }]];
}
