import type { OutputUnit } from "@cfworker/json-schema";

/** Problems of one value that are named, and characters of each. */
const namedMax = 5;
const charsMax = 200;

/** These only say that something below them is wrong, which is said there. */
const wrappers: ReadonlySet<string> = new Set([
  ...["$ref", "allOf", "if", "properties", "patternProperties", "additionalProperties"],
  ...[
    "unevaluatedProperties",
    "propertyNames",
    "dependentSchemas",
    "prefixItems",
    "items",
    "additionalItems",
  ],
  "unevaluatedItems",
]);
/** Of these it is enough that nothing fits; what does not fit of each choice would be a long list. */
const choices: ReadonlySet<string> = new Set(["anyOf", "oneOf", "contains"]);

/** What is wrong with a value, in the checker's order: continues a sentence after the value's name. */
export function inWords(errors: readonly OutputUnit[]): string {
  const said: string[] = [];
  const chosen: string[] = [];
  for (const { keyword, keywordLocation, instanceLocation, error } of errors) {
    if (chosen.some((place) => keywordLocation.startsWith(`${place}/`)) || wrappers.has(keyword)) continue;
    if (choices.has(keyword)) chosen.push(keywordLocation);
    const sentence = cut(`${placeOf(instanceLocation)} ${wordsOf(keyword, error)}`);
    if (!said.includes(sentence)) said.push(sentence);
  }
  const named = said.slice(0, namedMax);
  const rest = said.length - named.length;
  return `does not satisfy the schema: ${named.join("; ")}${rest > 0 ? `; and ${rest} more` : ""}`;
}

/** `#/limits/a%20b` as `/limits/a b`. */
function placeOf(location: string): string {
  const pointer = decodeURIComponent(location.slice(1));
  return pointer === "" ? "it" : pointer;
}

function wordsOf(keyword: string, error: string): string {
  const [first = "", second = ""] = [...error.matchAll(/"([^"]*)"/g)].map(([, text]) => text);
  switch (keyword) {
    case "type":
      return `is ${withArticle[first] ?? first}, and must be ${listOf(error)}`;
    case "required":
    case "dependentRequired":
    case "dependencies":
      return `lacks ${second || first}`;
    case "false":
      return "is not allowed";
    case "enum":
      return `must be one of ${error.slice(error.indexOf("["), -1)}`;
    case "const":
      return `must be ${error.slice("Instance does not match ".length, -1)}`;
    case "pattern":
      return "does not match the pattern";
    case "format":
      return `is no ${first}`;
    case "anyOf":
      return "fits none of what anyOf has";
    case "oneOf":
      return "must fit exactly one of what oneOf has";
    case "not":
      return "is what it must not be";
    case "maxProperties":
      return "has too many properties";
    case "minProperties":
      return "has too few properties";
    case "uniqueItems":
      return `has ${lowerFirst(error)}`;
    default:
      return numbers.has(keyword)
        ? `is ${error.replace(" is ", ", which is ").replace(/ {2,}/g, " ").slice(0, -1)}`
        : lowerFirst(error.replace(/^(Instance|String|Array) /, ""));
  }
}

const numbers: ReadonlySet<string> = new Set([
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
]);

const lowerFirst = (error: string) => error.charAt(0).toLowerCase() + error.slice(1).replace(/\.$/, "");

const withArticle: Record<string, string> = {
  array: "an array",
  boolean: "a boolean",
  integer: "a whole number",
  number: "a number",
  object: "an object",
  string: "a text",
};

/** The types after "Expected". */
const listOf = (error: string) =>
  [...error.slice(error.indexOf("Expected")).matchAll(/"([^"]*)"/g)]
    .map(([, type = ""]) => withArticle[type] ?? type)
    .join(" or ");

const cut = (text: string) => (text.length > charsMax ? `${text.slice(0, charsMax - 1)}…` : text);
