import { LinearPattern, type PatternWork } from "../matching/linear-pattern";
import { type Fields, fieldOf } from "./read-document-values";
import { numberByName, textByName } from "./schema-names";
import { textOfPattern } from "./schema-pattern";

/** A value that is wanted: the schemas that hold for it, its name, and which of several it is. */
export type Wanted = { parts: readonly Fields[]; name: string; index: number };

const formats: ReadonlyMap<string, string> = new Map(
  Object.entries({
    date: "2026-01-15",
    "date-time": "2026-01-15T09:30:00Z",
    time: "09:30:00Z",
    duration: "P1D",
    email: "ada@example.com",
    "idn-email": "ada@example.com",
    uuid: "3fa85f64-5717-4562-b3fc-2c963f66afa6",
    guid: "3fa85f64-5717-4562-b3fc-2c963f66afa6",
    uri: "https://example.com",
    url: "https://example.com",
    iri: "https://example.com",
    "uri-reference": "/example",
    "uri-template": "/example/{id}",
    hostname: "example.com",
    "idn-hostname": "example.com",
    ipv4: "192.0.2.1",
    ip: "192.0.2.1",
    ipv6: "2001:db8::1",
    byte: "ZXhhbXBsZQ==",
    base64: "ZXhhbXBsZQ==",
    binary: "example",
    password: "correct horse battery staple",
    "json-pointer": "/example",
    regex: "^example$",
    int32: "1",
    int64: "1",
    decimal: "9.99",
  }),
);

const textMax = 1000;
const patternCharsMax = 500;
/** For all patterns of a document: some hundreds of milliseconds at worst. */
const patternWork: Readonly<PatternWork> = { matching: 10_000_000, compiling: 100_000 };

/** Makes texts and numbers. Patterns are tried with one budget for a whole document, and each is read once. */
export class Scalars {
  readonly #work = { ...patternWork };
  readonly #patterns = new Map<string, LinearPattern | undefined>();
  readonly #texts = new Map<string, string[]>();

  text(wanted: Wanted, note: (text: string) => void): string {
    const { parts, name, index } = wanted;
    const least = Math.min(textMax, numberIn(parts, "minLength", Math.max) ?? 0);
    const most = Math.max(least, numberIn(parts, "maxLength", Math.min) ?? textMax);
    const format = firstText(parts, "format");
    const pattern = firstText(parts, "pattern");
    const fits = (text: string) => text.length >= least && text.length <= most;
    const byFormat = format === undefined ? undefined : formats.get(format);
    const byName = textByName(name);
    const candidates = [byFormat, ...(byFormat === undefined ? [byName] : [])].filter(
      (text) => text !== undefined,
    );
    if (pattern !== undefined) {
      return this.#matching(pattern, [...candidates, ...this.#made(pattern, least)], fits, note);
    }
    const found = candidates.find((text) => byFormat !== undefined || fits(text));
    return numbered(found ?? "string".padEnd(least, "string").slice(0, most), index, most);
  }

  #matching(
    pattern: string,
    candidates: readonly string[],
    fits: (text: string) => boolean,
    note: (text: string) => void,
  ): string {
    const compiled = this.#compiled(pattern);
    const matching = candidates.filter((text) => compiled?.occurs(text, this.#work));
    const found = matching.find(fits) ?? matching[0];
    if (found !== undefined) return found;
    note(`No text was made for the pattern ${pattern.slice(0, 100)}`);
    return candidates[0] ?? "string";
  }

  /** What a pattern matches, with as few characters as possible and with as many as are wanted. */
  #made(pattern: string, least: number): string[] {
    if (pattern.length > patternCharsMax) return [];
    const key = `${least} ${pattern}`;
    const known = this.#texts.get(key);
    if (known) return known;
    const texts = [textOfPattern(pattern), ...(least > 1 ? [textOfPattern(pattern, least)] : [])];
    const made = texts.filter((text) => text !== undefined);
    this.#texts.set(key, made);
    return made;
  }

  #compiled(pattern: string): LinearPattern | undefined {
    if (this.#patterns.has(pattern)) return this.#patterns.get(pattern);
    this.#work.compiling -= 50 + pattern.length;
    const isAffordable = this.#work.compiling > 0 && pattern.length <= patternCharsMax;
    const compiled = isAffordable ? LinearPattern.read({ pattern }) : undefined;
    this.#patterns.set(pattern, compiled);
    return compiled;
  }

  number({ parts, name, index }: Wanted, type: "integer" | "number"): number {
    const [least, most] = boundsOf(parts, type);
    const usual = numberByName(name) ?? (type === "integer" ? 1 : 1.5);
    const start = (type === "integer" ? Math.round(usual) : usual) + index;
    const inside = Math.min(Math.max(start, least), most);
    const step = numberIn(parts, "multipleOf", Math.max);
    const value = step && step > 0 ? nearestMultiple(inside, step, [least, most]) : inside;
    return Number.isFinite(value) ? value : 0;
  }
}

/** Values of one list differ, where there is room. */
function numbered(text: string, index: number, most: number): string {
  if (index === 0 || /[^A-Za-z]$/.test(text)) return text;
  const suffix = String(index + 1);
  return text.length + suffix.length <= most ? text + suffix : text;
}

/** Exclusive bounds are truths beside the bound in OpenAPI 3.0, and numbers of their own since 3.1. */
function boundsOf(parts: readonly Fields[], type: "integer" | "number"): [number, number] {
  const distance = type === "integer" ? 1 : 0.01;
  const exclusive = (name: string) => parts.some((part) => fieldOf(part, name) === true);
  const least = numberIn(parts, "minimum", Math.max);
  const above = numberIn(parts, "exclusiveMinimum", Math.max);
  const most = numberIn(parts, "maximum", Math.min);
  const below = numberIn(parts, "exclusiveMaximum", Math.min);
  const lows = [
    ...(least === undefined ? [] : [exclusive("exclusiveMinimum") ? least + distance : least]),
    ...(above === undefined ? [] : [above + distance]),
  ];
  const highs = [
    ...(most === undefined ? [] : [exclusive("exclusiveMaximum") ? most - distance : most]),
    ...(below === undefined ? [] : [below - distance]),
  ];
  const low = Math.max(Number.NEGATIVE_INFINITY, ...lows);
  const high = Math.min(Number.POSITIVE_INFINITY, ...highs);
  return type === "integer" ? [Math.ceil(low), Math.floor(high)] : [low, high];
}

function nearestMultiple(value: number, step: number, [least, most]: [number, number]): number {
  const up = Number((Math.ceil(value / step) * step).toPrecision(12));
  if (up <= most) return up;
  const down = Number((Math.floor(value / step) * step).toPrecision(12));
  return down >= least ? down : value;
}

/** A limit that several schemas may set: the stricter one holds. */
export function numberIn(
  parts: readonly Fields[],
  name: string,
  stricter: (a: number, b: number) => number,
): number | undefined {
  let found: number | undefined;
  for (const part of parts) {
    const value = fieldOf(part, name);
    if (typeof value !== "number" || !Number.isFinite(value)) continue;
    found = found === undefined ? value : stricter(found, value);
  }
  return found;
}

export function firstText(parts: readonly Fields[], name: string): string | undefined {
  for (const part of parts) {
    const value = fieldOf(part, name);
    if (typeof value === "string") return value;
  }
  return undefined;
}
