import { Answer } from "@/lib/operations/answer";
import { corsLines, type HeaderLine, preflightLines } from "@/lib/operations/cors";
import { isPlainHeaderValue, isToken } from "./headers";

/** Everything that does not depend on the request, computed once. `origin` stands in `withOrigin` at `originAt`. */
export type PreparedAnswer = {
  statusCode: number;
  body: Buffer | null;
  withoutOrigin: string[];
  withOrigin: string[];
  /** -1 when the mock configures its own `Access-Control-Allow-Origin`. */
  originAt: number;
};

type MockAnswer = {
  statusCode: number;
  responseHeaders: Record<string, string | string[]>;
  /** Bytes are sent as they are, and shared. */
  responseBody: string | Buffer;
  /** What bytes are, where no header says so. */
  contentType?: string;
  /** Present if parts of the body may be asked for. */
  etag?: string | undefined;
};

/** Relies on headers that passed `headerProblems` and on a status from 200 to 599. */
export function prepareAnswer(mock: MockAnswer): PreparedAnswer {
  const { statusCode, responseHeaders, responseBody, etag } = mock;
  const bodiless = statusCode === 204 || statusCode === 205 || statusCode === 304;
  const given = typeof responseBody === "string" ? Buffer.from(responseBody, "utf8") : responseBody;
  const body = bodiless ? null : given;

  const lines = linesOf(responseHeaders);
  const isMissing = (name: string) => valuesOf(lines, name).length === 0;
  // Telling the type of a body may take parsing all of it.
  if (body && isMissing("content-type")) lines.push(["Content-Type", typeOf(mock)]);
  if (etag !== undefined) {
    if (isMissing("etag")) lines.push(["ETag", etag]);
    if (isMissing("accept-ranges")) lines.push(["Accept-Ranges", "bytes"]);
  }
  const headers = guarded(lines);
  const length: HeaderLine[] = [];
  if (body) length.push(["Content-Length", String(body.byteLength)]);
  // RFC 9110 section 15.3.6 wants 205 to say that no content follows; 204 and 304 need no length.
  else if (statusCode === 205) length.push(["Content-Length", "0"]);

  const more = etag === undefined ? [] : ["Content-Range"];
  const withoutOrigin = [...withCors(headers, "*", { more }), ...length].flat();
  const withOrigin = [...withCors(headers, ORIGIN, { more }), ...length].flat();
  return { statusCode, body, withoutOrigin, withOrigin, originAt: withOrigin.indexOf(ORIGIN) };
}

/**
 * The answer to one request. `origin` is its `Origin` header, echoed if it is a valid one. `head` says that its
 * method is `HEAD`, which gets the same headers without a body.
 */
export function answerFor(
  prepared: PreparedAnswer,
  { origin, head }: { origin: string | undefined; head: boolean },
): Answer {
  const { statusCode } = prepared;
  const body = head ? null : prepared.body;
  if (!isOrigin(origin) || prepared.originAt === -1) {
    return new Answer(statusCode, prepared.withoutOrigin, body);
  }
  const headers = prepared.withOrigin.slice();
  headers[prepared.originAt] = origin;
  return new Answer(statusCode, headers, body);
}

/** Allows whatever a CORS preflight asks for (Fetch standard, "CORS-preflight request"). */
export function preflightAnswer(asked: {
  origin: string | undefined;
  requestedMethod: string | undefined;
  requestedHeaders: string | undefined;
}): Answer {
  const { origin, requestedMethod, requestedHeaders } = asked;
  const isEchoed = (value: string | undefined, isValid: (value: string) => boolean) =>
    value !== undefined && value !== "" && value.length <= MAX_ECHO_LENGTH && isValid(value);
  const allowed = preflightLines({
    methods: isEchoed(requestedMethod, isToken) ? requestedMethod : undefined,
    headers: isEchoed(requestedHeaders, isPlainHeaderValue) ? requestedHeaders : undefined,
  });
  const lines = withCors([NOSNIFF, ...allowed], isOrigin(origin) ? origin : "*", { expose: false });
  return new Answer(204, [...lines, ["Content-Length", "0"]].flat(), null);
}

/** A JSON error on a public host, readable by any page: `{error, code, hint?, requestId?}`. */
export function missAnswer(miss: {
  status: number;
  error: string;
  code: string;
  hint?: string | undefined;
  requestId?: string | undefined;
  origin: string | undefined;
  head: boolean;
}): Answer {
  const { error, code, hint, requestId } = miss;
  const body = Buffer.from(JSON.stringify({ error, code, hint, requestId }), "utf8");
  const headers = withCors(
    [["Content-Type", "application/json"], NOSNIFF],
    isOrigin(miss.origin) ? miss.origin : "*",
    { expose: false },
  );
  headers.push(["Content-Length", String(body.byteLength)]);
  return new Answer(miss.status, headers.flat(), miss.head ? null : body);
}

const NOSNIFF: HeaderLine = ["X-Content-Type-Options", "nosniff"];
const SANDBOX: HeaderLine = ["Content-Security-Policy", "sandbox allow-scripts allow-forms"];
/** Longest part of a request that is echoed in a header: clients fail at heads beyond 16 KiB. */
const MAX_ECHO_LENGTH = 4096;
/** A placeholder for the origin in prepared headers. No configured value can hold a line break. */
const ORIGIN = "\n";

/** A serialized origin is visible ASCII without spaces (RFC 6454 section 6.1). Nothing else is echoed. */
function isOrigin(origin: string | undefined): origin is string {
  return origin !== undefined && origin.length <= MAX_ECHO_LENGTH && /^[!-~]+$/.test(origin);
}

function linesOf(headers: Record<string, string | string[]>): HeaderLine[] {
  return Object.entries(headers).flatMap(([name, configured]) =>
    [configured].flat().map((value): HeaderLine => [name, value]),
  );
}

function valuesOf(lines: readonly HeaderLine[], lowerName: string): string[] {
  return lines.filter(([name]) => name.toLowerCase() === lowerName).map(([, value]) => value);
}

/** A mock's page must not act as the host: content is not sniffed, and documents run in an origin of their own. */
function guarded(lines: readonly HeaderLine[]): HeaderLine[] {
  const types = valuesOf(lines, "content-type");
  const sandboxed = types.length > 0 && isDocument(types.join(","));
  const overridden = new Set(["x-content-type-options", ...(sandboxed ? ["content-security-policy"] : [])]);
  const kept = lines.filter(([name]) => !overridden.has(name.toLowerCase()));
  return [...kept, NOSNIFF, ...(sandboxed ? [SANDBOX] : [])];
}

/**
 * Whether a browser may show this `Content-Type` as a document with scripts: HTML, XML, SVG, XSLT, and wrappers that
 * can hold them. Every entry of a list counts, because browsers differ in which one they take. A value without any
 * valid type counts too, because it leaves the choice to the browser.
 */
function isDocument(contentType: string): boolean {
  const types = contentType.split(",").flatMap((entry) => {
    const type = /^\s*([!#$%&'*+\-.^_`|~0-9a-z]+\/[!#$%&'*+\-.^_`|~0-9a-z]+)/.exec(entry.toLowerCase())?.[1];
    return type ? [type] : [];
  });
  return types.length === 0 || types.some((type) => documentType.test(type));
}

const documentType =
  /^(?:multipart|message)\/|^(?:\*\/|unknown\/|application\/unknown$)|[/+.-](?:x?html|xml|xslt?|svg|rdf)(?:$|[+.-])/;

type Exposed = { expose?: boolean; more?: readonly string[] };

/**
 * Adds the headers that let pages of any origin read the answer, unless the mock sets them itself.
 * @param more names that pages may read besides those of the lines
 */
function withCors(
  lines: readonly HeaderLine[],
  origin: string,
  { expose = true, more = [] }: Exposed = {},
): HeaderLine[] {
  const own = new Set(lines.map(([name]) => name.toLowerCase()));
  if (own.has("access-control-allow-origin")) return [...lines];

  const added = corsLines(origin, expose ? [...exposedNames(lines), ...more] : []);
  return [...variedByOrigin(lines), ...added.filter(([name]) => !own.has(name.toLowerCase()))];
}

/** Headers that no page may read, and headers that every page can (Fetch standard, "CORS-safelisted"). */
const neverListed = new Set([
  ...["set-cookie", "x-content-type-options", "content-security-policy"],
  ...["cache-control", "content-language", "content-length", "content-type"],
  ...["expires", "last-modified", "pragma"],
]);

function exposedNames(lines: readonly HeaderLine[]): string[] {
  const names = new Set(lines.map(([name]) => name));
  return [...names].filter((name) => !neverListed.has(name.toLowerCase()));
}

function variedByOrigin(lines: readonly HeaderLine[]): HeaderLine[] {
  const last = lines.findLastIndex(([name]) => name.toLowerCase() === "vary");
  const value = lines[last]?.[1];
  if (value === undefined) return [...lines, ["Vary", "Origin"]];
  const named = valuesOf(lines, "vary").flatMap((list) => list.split(",").map((name) => name.trim()));
  if (named.some((name) => name === "*" || name.toLowerCase() === "origin")) return [...lines];
  return lines.map((line, at) =>
    at === last ? [line[0], value.trim() ? `${value}, Origin` : "Origin"] : line,
  );
}

/** How a JSON text begins. Most texts that are none do not, and to fail at them costs more than all the rest. */
const jsonStart = /^[\t\n\r ]*["[{\dtfn-]/;

function typeOf({ responseBody, contentType = "application/octet-stream" }: MockAnswer): string {
  if (typeof responseBody !== "string") return contentType;
  return isJson(responseBody) ? "application/json" : "text/plain; charset=utf-8";
}

function isJson(text: string): boolean {
  if (!jsonStart.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
