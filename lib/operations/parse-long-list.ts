import { bodies, json, longLists } from "@/lib/platform/budgets/budgets";
import type { Steps } from "@/lib/platform/process/turns";
import { AppError } from "./errors";
import { UnreadItems } from "./long-list";
import type { Issue } from "./operation";
import { parseJson } from "./parse-json";
import { invalid, summaryOf } from "./read-body";

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * A JSON object as `parseJson` gives it, but with its lists unread: what is around them is parsed, and they are cut into the
 * bytes of their items. Whether an item is JSON turns out when it is parsed.
 * @param name that of the list that may be long
 * @throws {AppError} as `parseJson` does
 */
export function* parseAroundLists(
  bytes: Uint8Array,
  contentType: string | null,
  name: string,
): Steps<unknown> {
  const cutter = new Cutter(bytes, name);
  while (!cutter.isDone) {
    cutter.go(json.sliceBytes);
    yield;
  }
  const text = cutter.around();
  if (text.byteLength > bodies.bytesMax) {
    throw invalid([{ path: "", message: `must have at most ${bodies.bytesMax} bytes besides its list` }]);
  }
  const around = parseJson(text, contentType);
  if (typeof around !== "object" || around === null || Array.isArray(around)) return around;
  return Object.fromEntries(
    Object.entries(around).map(([key, value]) => [key, Array.isArray(value) ? cutter.list(value[0]) : value]),
  );
}

/**
 * One item of a list, bounded as a body of its own.
 * @returns its value, or why it can't be kept
 * @throws {AppError} `invalid_json`
 */
export function parseItem(bytes: Uint8Array): { value: unknown } | { problem: string } {
  if (bytes.byteLength > bodies.bytesMax) return { problem: `must have at most ${bodies.bytesMax} bytes` };
  try {
    return { value: parseJson(bytes, null) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (!error.issues) throw new AppError("invalid_json", "The body is not valid JSON in UTF-8.");
    return { problem: problemOf(error.issues) };
  }
}

const problem = { issuesMax: 3, charsMax: 300 };

/**
 * What is wrong with one item, in few words: thousands of them may be wrong at a hundred places each. It is a copy, because a
 * part of a text keeps the whole in memory.
 */
export function problemOf(issues: readonly Issue[]): string {
  const text = summaryOf(issues.slice(0, problem.issuesMax));
  if (text.length <= problem.charsMax) return text;
  return `${Buffer.from(text.slice(0, problem.charsMax)).toString()}…`;
}

/** No body has more; each costs memory before anything is known of it. */
const listsMax = 16;

/** Goes through the bytes of an object and cuts the lists in it. It judges no grammar, as `jsonProblem` does not. */
class Cutter {
  readonly #bytes: Uint8Array;
  readonly #name: string;
  readonly #lists: Uint8Array[][] = [];
  /** What is around the lists; each list is replaced by one whose item is its number. */
  readonly #around: Uint8Array[] = [];
  #at = 0;
  #depth = 0;
  #isInText = false;
  /** The items of the list that is open here, and where the next one begins. */
  #open: Uint8Array[] | undefined;
  /** Where that begins of which nothing is cut yet: an item, or what is around lists. */
  #from = 0;

  constructor(bytes: Uint8Array, name: string) {
    this.#bytes = bytes;
    this.#name = name;
  }

  get isDone(): boolean {
    return this.#at >= this.#bytes.length;
  }

  go(count: number): void {
    const end = Math.min(this.#at + count, this.#bytes.length);
    for (; this.#at < end; this.#at += 1) {
      const byte = this.#bytes[this.#at];
      if (this.#isInText) {
        if (byte === backslash) this.#at += 1;
        else if (byte === quote) this.#isInText = false;
      } else if (byte === quote) this.#isInText = true;
      else if (byte === comma) {
        if (this.#open && this.#depth === 2) this.#cutItem();
      } else if (byte === openBracket || byte === openBrace) {
        this.#depth += 1;
        if (byte === openBracket && this.#depth === 2) this.#begin();
      } else if (byte === closeBracket || byte === closeBrace) {
        if (this.#open && this.#depth === 2) this.#end();
        if (this.#depth > 0) this.#depth -= 1;
      }
    }
  }

  around(): Uint8Array {
    // A list that nothing ends is left as it is, so that it is no JSON.
    return Buffer.concat([
      ...this.#around,
      this.#bytes.subarray(this.#open ? this.#bytes.length : this.#from),
    ]);
  }

  list(number: number): UnreadItems {
    return new UnreadItems(this.#lists[number] ?? []);
  }

  #begin(): void {
    if (this.#lists.length >= listsMax) {
      throw invalid([{ path: "", message: `must have at most ${listsMax} lists` }]);
    }
    this.#around.push(
      this.#bytes.subarray(this.#from, this.#at + 1),
      Buffer.from(String(this.#lists.length)),
    );
    this.#open = [];
    this.#from = this.#at + 1;
  }

  #cutItem(): void {
    this.#open?.push(this.#bytes.subarray(this.#from, this.#at));
    this.#from = this.#at + 1;
    if (this.#open && this.#open.length >= longLists.itemsMax) {
      throw invalid([{ path: this.#name, message: `must have at most ${longLists.itemsMax} entries` }]);
    }
  }

  #end(): void {
    const last = this.#bytes.subarray(this.#from, this.#at);
    const isEmpty = this.#open?.length === 0 && isBlank(last);
    if (this.#open && !isEmpty) this.#open.push(last);
    this.#lists.push(this.#open ?? []);
    this.#open = undefined;
    this.#from = this.#at;
  }
}

/** Whether there is nothing but what JSON allows between values. */
function isBlank(bytes: Uint8Array): boolean {
  for (const byte of bytes)
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return false;
  return true;
}
