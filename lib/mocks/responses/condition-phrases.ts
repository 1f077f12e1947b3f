import { json } from "@/lib/platform/budgets/budgets";
import { isSecretName, mayHaveSecrets } from "@/lib/platform/secrets/secret-names";
import type { Condition } from "./contract";
import { pairsMax } from "./form-fields";
import { readJsonPlace } from "./json-place";
import { jsonPreview } from "./json-preview";

/** What is wrong with a condition and a request. */
export type Failure =
  | "fails"
  | "not JSON"
  | "too long for the pattern"
  | "too large to compare"
  | "beyond what is read";

const shownCharsMax = 100;
/** A character is one or two units, so that these have all that is shown, and none of them is cut in two. */
const shownUnitsMax = 2 * shownCharsMax + 2;
/** Values that are shown of several. */
const shownValuesMax = 5;

/**
 * Why a condition does not hold, such as "query `page` is `2`, expected `1`".
 * @param values what the request has where the condition looks
 */
export function phraseOf(condition: Condition, values: readonly unknown[], failure: Failure): string {
  const { in: source, name } = condition;
  const subject = name === undefined ? source : `${source} ${quoted(name)}`;
  if (isSecret(condition, values)) return `${subject} is not what the mock expects`;
  if (failure === "beyond what is read") return `${subject} is unknown: ${bounds(source)}`;
  if (failure !== "fails" && failure !== "not JSON") return `${subject} is ${failure}`;
  const shown = (value: unknown) => quoted(source === "json" ? jsonPreview(value) : textOf(value));
  const missing = failure === "not JSON" ? "missing (the body is not JSON)" : "missing";
  const actual = values.length === 0 ? missing : listed(values, shown);
  const expected = expectation(condition, shown);
  return expected ? `${subject} is ${actual}, expected ${expected}` : `${subject} is ${actual}`;
}

function bounds(source: Condition["in"]): string {
  if (source !== "json") return `only the first ${pairsMax} are read`;
  const { depthMax, entriesMax, valuesMax } = json;
  const limits = `${entriesMax} entries of a list, ${valuesMax} values and ${depthMax} levels`;
  return `JSON is read up to ${limits}`;
}

/** Whether what is expected, or came, may be a credential. All cookies are taken for such. */
function isSecret(condition: Condition, values: readonly unknown[]): boolean {
  const { in: source, name = "" } = condition;
  if (source === "cookie") return true;
  // Nobody can tell names and values of a text. More of it than this is not shown.
  if (source === "body") {
    return [...expectedOf(condition), ...values].some((each) =>
      mayHaveSecrets(textOf(each).slice(0, shownUnitsMax)),
    );
  }
  if (source !== "json") return isSecretName(name);
  return (readJsonPlace(name) ?? []).some(
    (step) => typeof step === "object" && "field" in step && isSecretName(step.field),
  );
}

/** An object can say that it is no text: `{"toString": 1}`. */
const textOf = (value: unknown): string => (typeof value === "object" ? jsonPreview(value) : String(value));

const expectedOf = ({ equals, contains, matches, oneOf = [] }: Condition): unknown[] => [
  equals,
  contains,
  matches,
  ...oneOf,
];

/** Undefined if all that is expected is that there be something. */
function expectation(condition: Condition, shown: (value: unknown) => string): string | undefined {
  const { equals, contains, matches, oneOf, exists, not = false } = condition;
  if (exists !== undefined) return exists === not ? "to be missing" : undefined;
  if (oneOf) return `${not ? "none" : "one"} of ${listed(oneOf, shown)}`;
  if (equals !== undefined) return `${not ? "not to be " : ""}${shown(equals)}`;
  const negation = not ? "not " : "";
  if (contains !== undefined) return `${negation}to contain ${shown(contains)}`;
  return `${negation}to match ${quoted(matches ?? "")}`;
}

function listed(values: readonly unknown[], shown: (value: unknown) => string): string {
  const texts = values.slice(0, shownValuesMax).map(shown).join(", ");
  const others = values.length - shownValuesMax;
  return others > 0 ? `${texts} and ${others} more` : texts;
}

/** In backquotes and on one line, cut to what people read. */
function quoted(text: string): string {
  const characters = [...text.slice(0, shownUnitsMax)];
  const shown = characters.slice(0, shownCharsMax).join("");
  const cut = characters.length > shownCharsMax ? "…" : "";
  return `\`${shown.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "\ufffd")}${cut}\``;
}
