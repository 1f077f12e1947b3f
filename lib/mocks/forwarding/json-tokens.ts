import { json } from "@/lib/platform/budgets/budgets";
import type { Steps } from "@/lib/platform/process/turns";

/** `end`: the text was JSON. `wrong`: it is none, or too large. Literals and the marks around values are `other`. */
export type JsonToken = "name" | "string" | "number" | "colon" | "other" | "end" | "wrong";
type Expected = "value" | "first value" | "name" | "first name" | "colon" | "next";

/** Characters of a step: well below a millisecond. */
const stepChars = 32 * 1024;
/** What a token costs besides its characters. */
const tokenChars = 16;
const [quote, backslash, space, letterU] = [0x22, 0x5c, 0x20, 0x75];
const blanks = new Set([0x20, 0x09, 0x0a, 0x0d]);
const digits = new Set([..."0123456789"].map((each) => each.charCodeAt(0)));
const beforeFraction = /\./y;
const beforeExponent = /[eE][+-]?/y;
const literal = /true|false|null/y;
const unicodeEscape = /u[\da-f]{4}/iy;
const plainEscapes = new Set([...'"\\/bfnrt'].map((each) => each.charCodeAt(0)));

/**
 * Reads a JSON text token by token, and judges its grammar as `JSON.parse` does and its size as `jsonProblem` does. These
 * take up to tens of milliseconds for a megabyte, and can't be interrupted.
 */
export class JsonTokens {
  /** Where the last token begins, and where it ends. */
  from = 0;
  at = 0;
  readonly #text: string;
  /** What is open: its closing mark, and how many entries it has so far. */
  readonly #open: { mark: "]" | "}"; entries: number }[] = [];
  #values = 1;
  #expected: Expected = "value";
  #read = 0;

  constructor(text: string) {
    this.#text = text;
  }

  *next(): Steps<JsonToken> {
    if (this.#isDue(tokenChars + this.at - this.from)) yield;
    this.at = yield* this.#endOfRun(blanks, this.at);
    this.from = this.at;
    const mark = this.#text[this.at];
    const around = this.#open.at(-1);
    if (mark === undefined) return this.#expected === "next" && !around ? "end" : "wrong";
    switch (this.#expected) {
      case "colon":
        return mark === ":" ? this.#passed("value", "colon") : "wrong";
      case "next":
        if (mark === around?.mark) return this.#closed();
        if (mark !== "," || !around) return "wrong";
        around.entries += 1;
        if (around.entries > json.entriesMax || !this.#hasRoom()) return "wrong";
        return this.#passed(around.mark === "}" ? "name" : "value", "other");
      case "first name":
      case "name":
        if (mark === "}" && this.#expected === "first name") return this.#closed();
        return mark === '"' ? yield* this.#string("colon", "name") : "wrong";
      default:
        if (mark === "]" && this.#expected === "first value") return this.#closed();
        return mark === '"' ? yield* this.#string("next", "string") : yield* this.#value(mark);
    }
  }

  /** How many objects and arrays are open. */
  get depth(): number {
    return this.#open.length;
  }

  /** What was just read, a name or a string, as it is written between its quotes. */
  get written(): string {
    return this.#text.slice(this.from + 1, this.at - 1);
  }

  /** Takes as much of a step as reading so many characters does. */
  *spend(chars: number): Steps<void> {
    if (this.#isDue(chars)) yield;
  }

  *#value(mark: string): Steps<JsonToken> {
    if (mark === "{" || mark === "[") {
      this.#open.push({ mark: mark === "{" ? "}" : "]", entries: 1 });
      if (this.#open.length > json.depthMax || !this.#hasRoom()) return "wrong";
      return this.#passed(mark === "{" ? "first name" : "first value", "other");
    }
    const isNumber = mark === "-" || digits.has(mark.charCodeAt(0));
    const end = isNumber ? yield* this.#endOfNumber() : this.#endOf(literal, this.at);
    if (end === undefined) return "wrong";
    this.at = end;
    this.#expected = "next";
    return isNumber ? "number" : "other";
  }

  *#endOfNumber(): Steps<number | undefined> {
    const text = this.#text;
    const whole = this.at + (text[this.at] === "-" ? 1 : 0);
    let end = text[whole] === "0" ? whole + 1 : yield* this.#endOfRun(digits, whole);
    if (end === whole) return undefined;
    for (const mark of [beforeFraction, beforeExponent]) {
      const begin = this.#endOf(mark, end);
      if (begin === undefined) continue;
      end = yield* this.#endOfRun(digits, begin);
      if (end === begin) return undefined;
    }
    return end;
  }

  /** Not by a pattern, which keeps each place of a long run in mind. */
  *#endOfRun(codes: ReadonlySet<number>, from: number): Steps<number> {
    let at = from;
    while (codes.has(this.#text.charCodeAt(at))) {
      at += 1;
      if (this.#isDue(1)) yield;
    }
    return at;
  }

  *#string(expected: Expected, token: JsonToken): Steps<JsonToken> {
    const text = this.#text;
    let at = this.at + 1;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === quote) break;
      // Also past the end of the text, where there is no code.
      if (!(code >= space)) return "wrong";
      const end = code === backslash ? this.#endOfEscape(at + 1) : at + 1;
      if (end === undefined) return "wrong";
      if (this.#isDue(end - at)) yield;
      at = end;
    }
    this.at = at + 1;
    this.#expected = expected;
    return token;
  }

  #endOfEscape(at: number): number | undefined {
    const code = this.#text.charCodeAt(at);
    if (code === letterU) return this.#endOf(unicodeEscape, at);
    return plainEscapes.has(code) ? at + 1 : undefined;
  }

  /** For one more value. */
  #hasRoom(): boolean {
    this.#values += 1;
    return this.#values <= json.valuesMax;
  }

  #passed(expected: Expected, token: JsonToken): JsonToken {
    this.at += 1;
    this.#expected = expected;
    return token;
  }

  #closed(): JsonToken {
    this.#open.pop();
    return this.#passed("next", "other");
  }

  #endOf(pattern: RegExp, at: number): number | undefined {
    pattern.lastIndex = at;
    return pattern.test(this.#text) ? pattern.lastIndex : undefined;
  }

  /** Whether so much was read since it last was that others come first. */
  #isDue(chars: number): boolean {
    this.#read += chars;
    if (this.#read < stepChars) return false;
    this.#read = 0;
    return true;
  }
}
