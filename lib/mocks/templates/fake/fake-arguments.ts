import { Mistake } from "../engine/mistake";
import type { PlainObject } from "../engine/plain-values";
import { words } from "../engine/words";
import { fakeLimits } from "../template-limits";

/** Where a method takes how many or how long something shall be. */
type CountPlace = "first" | "second" | "length" | "count" | "extensionCount";

const places: Record<CountPlace, string> = {
  first: `
    lorem.lines lorem.paragraph lorem.paragraphs lorem.sentence lorem.sentences lorem.slug
    lorem.words string.nanoid string.sample string.symbol
  `,
  second: "helpers.arrayElements helpers.uniqueArray string.fromCharacters",
  length: `
    airline.flightNumber finance.accountNumber finance.pin git.commitSha internet.password
    lorem.word string.alpha string.alphanumeric string.binary string.hexadecimal string.numeric
    string.octal word.adjective word.adverb word.conjunction word.interjection word.noun
    word.preposition word.sample word.verb
  `,
  count: "date.betweens word.words",
  extensionCount: "system.fileName",
};
const placeOf = new Map(
  Object.entries(places).flatMap(([place, names]) =>
    words(names).map((name): [string, CountPlace] => [name, place as CountPlace]),
  ),
);

/** Numbers of these are values and may be large; elsewhere they are counts or have no use. */
const takesValues = /^(?:number|date|location|image|datatype)\.|^(?:finance\.amount|commerce\.price)$/;
const takesObjects = /^(?:helpers\.(?:object(?:Key|Value|Entry)|enumValue)|internet\.jwt)$/;
const takesLists =
  /^(?:helpers\.(?:arrayElements?|weightedArrayElement|shuffle|uniqueArray)|string\.fromCharacters)$/;
const listOptions = new Set(["exclude", "types", "origin"]);
const takesPattern = /^(?:helpers\.(?:fromRegExp|replaceCreditCardSymbols)|finance\.creditCardNumber)$/;
const countOptions = new Set(words("length count extensionCount variant dec fractionDigits precision"));
const numberOptions = new Set([
  ...countOptions,
  ...words("min max multipleOf years days radius probability"),
]);

/**
 * The arguments of a method of faker, of which none makes it run for long: it would take any object for a range without
 * end, and any number for a length.
 * @param named what was given by name; `min` and `max` may stand for a count or length
 * @throws {Mistake}
 */
export function fakeArguments(name: string, given: readonly unknown[], named: PlainObject): unknown[] {
  // Inherits nothing, so that no name of an option reaches further than itself.
  const options: PlainObject = Object.create(null);
  for (const [key, value] of Object.entries(named)) options[key] = option(name, key, value);
  const values = given.map((value) => argument(name, value));
  const place = placeOf.get(name);
  if (place) return counted(place, values, options);
  // What was left out in a request is left out here.
  return Object.keys(options).length > 0 ? [...values, options] : values;
}

function counted(place: CountPlace, values: unknown[], options: PlainObject): unknown[] {
  const { min, max, length, count, ...others } = options;
  const range =
    min === undefined && max === undefined ? undefined : { min: toCount(min ?? 0), max: toCount(max) };
  const single = (value: unknown) => (value === undefined ? undefined : toCount(value));
  const byName = range ?? single(count ?? length);
  if (place === "first") return [byName ?? single(values[0]), others.separator ?? values[1]];
  if (place === "second") return [values[0], byName ?? single(values[1])];
  const size = byName ?? single(others[place] ?? values[0]);
  return [size === undefined ? others : { ...others, [place]: size }];
}

function toCount(value: unknown): number {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  if (typeof number !== "number" || !(number >= 0 && number <= fakeLimits.countMax)) throw noCount();
  return Math.floor(number);
}

function option(name: string, key: string, value: unknown): unknown {
  const isText = typeof value === "string" && value.length <= 15 && value.trim() !== "";
  const number = isText && numberOptions.has(key) && name !== "number.bigInt" ? Number(value) : Number.NaN;
  const read = Number.isNaN(number) ? value : number;
  if (countOptions.has(key) && read !== null && read !== undefined) return toCount(read);
  if (Array.isArray(read) && !listOptions.has(key)) throw unfit(name);
  return argument(name, read, Array.isArray(read));
}

function argument(name: string, value: unknown, isList = takesLists.test(name)): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "number") return numeric(name, value);
  if (typeof value === "string") return text(name, value);
  if (typeof value === "boolean") return value;
  if (Array.isArray(value)) {
    if (!isList) throw unfit(name);
    if (value.length > fakeLimits.listMax)
      throw new Mistake(`A list for \`fake\` has at most ${fakeLimits.listMax} elements.`);
    // A copy, because some methods sort what they get.
    return [...value];
  }
  if (!takesObjects.test(name)) throw unfit(name);
  return value;
}

function numeric(name: string, value: number): number {
  if (!Number.isFinite(value)) throw unfit(name);
  if (!takesValues.test(name) && Math.abs(value) > fakeLimits.countMax) throw noCount();
  return value;
}

function text(name: string, value: string): string {
  if (value.length > fakeLimits.textMax)
    throw new Mistake(`A text for \`fake\` has at most ${fakeLimits.textMax} characters.`);
  if (!takesPattern.test(name)) return value;
  const repeats = [...value.matchAll(/\d+/g)].filter(
    ([number]) => Number(number) > fakeLimits.patternRepeatMax,
  );
  const isQuantified = /\{\d/.test(value);
  if (value.length > fakeLimits.patternMax || (isQuantified && repeats.length > 0)) {
    throw new Mistake(
      `A pattern has at most ${fakeLimits.patternMax} characters, and repeats at most ${fakeLimits.patternRepeatMax} times.`,
    );
  }
  return value;
}

const noCount = () =>
  new Mistake(`A count or length for \`fake\` is a number from 0 to ${fakeLimits.countMax}.`);
const unfit = (name: string) => new Mistake(`\`${name}\` can't take this value.`);
