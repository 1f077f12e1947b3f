import { isUtf8 } from "node:buffer";
import { jsonProblem } from "@/lib/operations/json-size";
import { lazily } from "@/lib/platform/singleton";
import { decodeLeniently } from "../matching/canonical-path";
import { multipartPairs, type Pair, pairsMax, urlencodedPairs } from "./form-fields";

export type RequestParts = {
  method: string;
  /** The path after `/api/mock` and the query as sent, percent-encoded: `/users/7?page=2`. */
  target: string;
  /** As received: name, value, name, value, …, each byte a character of Latin-1. */
  rawHeaders: readonly string[];
  /** What the placeholders of the mock's endpoint stand for. */
  params: Readonly<Record<string, string>>;
  body: Buffer | undefined;
  ip: string;
};

/** Values by name, in the order in which they were sent. A map, because names are strangers'. */
export type NamedValues = ReadonlyMap<string, readonly string[]>;

/** Parts of a request of which no more is read than so much. */
export type BoundedPart = "query" | "cookie" | "form" | "json";

/** One for all, because making one costs more than reading a small body with it. */
const utf8 = new TextDecoder();

/** What conditions and templates see of a request. Everything is read when it is first asked for, and nothing throws. */
export class RequestView {
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly ip: string;
  readonly #parts: RequestParts;
  readonly #read: ReturnType<typeof readings>;

  constructor(parts: RequestParts, read?: ReturnType<typeof readings>) {
    const mark = parts.target.indexOf("?");
    this.method = parts.method;
    this.path = mark === -1 ? parts.target : parts.target.slice(0, mark);
    this.params = parts.params;
    this.ip = parts.ip;
    this.#parts = parts;
    this.#read = read ?? readings(parts);
  }

  /** The same request as another mock sees it. What was read of it is not read again. */
  withParams(params: RequestParts["params"]): RequestView {
    return new RequestView({ ...this.#parts, params }, this.#read);
  }

  get query(): NamedValues {
    return this.#read.query().values;
  }

  /** By name in lower case. */
  get headers(): NamedValues {
    return this.#read.headers();
  }

  get cookies(): NamedValues {
    return this.#read.cookie().values;
  }

  /** Fields of an urlencoded form, or of a multipart one without its files. */
  get form(): NamedValues {
    return this.#read.form().values;
  }

  /** As UTF-8, whatever the sender calls it. What is no UTF-8 is `\ufffd`. */
  get bodyText(): string {
    return this.#read.bodyText();
  }

  /** Undefined for a body that is not JSON, or too much of it. What the sender calls it does not matter. */
  get json(): { value: unknown } | undefined {
    const read = this.#read.json();
    return typeof read === "string" ? undefined : read;
  }

  /** Whether a part has more than is read, so that what was not found in it may be there. */
  hasMoreThanIsRead(part: BoundedPart): boolean {
    return part === "json" ? this.#read.json() === "too much" : this.#read[part]().hasMore;
  }

  /** Whether there is a body that is no JSON. */
  get isOtherThanJson(): boolean {
    return this.#read.json() === "malformed";
  }
}

function readings({ target, rawHeaders, body }: RequestParts) {
  const headers = lazily(() => byName(headerPairs(rawHeaders)));
  const bodyText = lazily(() => utf8.decode(body));
  return {
    headers,
    bodyText,
    query: lazily(() => firstByName(queryPairs(target))),
    cookie: lazily(() => firstByName(cookiePairs(headers().get("cookie") ?? []))),
    form: lazily(() => firstByName(formPairs(body, headers().get("content-type")?.[0]))),
    json: lazily(() => {
      if (!body?.length) return "nothing";
      return jsonProblem(body) ? "too much" : parsed(bodyText());
    }),
  };
}

function parsed(text: string): { value: unknown } | "malformed" {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return "malformed";
  }
}

function firstByName(pairs: readonly Pair[]): { values: NamedValues; hasMore: boolean } {
  return { values: byName(pairs.slice(0, pairsMax)), hasMore: pairs.length > pairsMax };
}

function byName(pairs: readonly Pair[]): NamedValues {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return values;
}

function headerPairs(rawHeaders: readonly string[]): Pair[] {
  const pairs: Pair[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    pairs.push([(rawHeaders[at] ?? "").toLowerCase(), textOf(rawHeaders[at + 1] ?? "")]);
  }
  return pairs;
}

function queryPairs(target: string): Pair[] {
  const mark = target.indexOf("?");
  return mark === -1 ? [] : urlencodedPairs(Buffer.from(textOf(target.slice(mark + 1))));
}

function formPairs(body: Buffer | undefined, contentType = ""): Pair[] {
  if (!body) return [];
  if (isOfType(contentType, "application/x-www-form-urlencoded")) return urlencodedPairs(body);
  return isOfType(contentType, "multipart/form-data") ? multipartPairs(body, contentType) : [];
}

function cookiePairs(lines: readonly string[]): Pair[] {
  const pairs: Pair[] = [];
  for (const cookie of lines.flatMap((line) => line.split(";"))) {
    const middle = cookie.indexOf("=");
    if (middle === -1) continue;
    const value = cookie.slice(middle + 1).trim();
    pairs.push([cookie.slice(0, middle).trim(), decodeLeniently(/^"(.*)"$/s.exec(value)?.[1] ?? value)]);
    if (pairs.length > pairsMax) break;
  }
  return pairs;
}

/** Bytes beyond ASCII that came as Latin-1: they are UTF-8 if they can be, as those of a path are. */
function textOf(received: string): string {
  if (!/[\u0080-\u00ff]/.test(received) || /[\u0100-\uffff]/.test(received)) return received;
  const bytes = Buffer.from(received, "latin1");
  return isUtf8(bytes) ? bytes.toString() : received;
}

function isOfType(contentType: string, type: string): boolean {
  const [given = ""] = contentType.split(";", 1);
  return given.trim().toLowerCase() === type;
}
