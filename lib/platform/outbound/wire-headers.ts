import { validateHeaderName, validateHeaderValue } from "node:http";
import { OutboundError } from "./outbound-error";
import { isOwnHeader } from "./own-headers";

/** One header line: name and value. Repeated names are repeated lines. */
export type HeaderLine = readonly [name: string, value: string];

/** Methods that normally have no content. For all others an empty body is announced by `Content-Length: 0`. */
const bodyless = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"]);

/**
 * The header lines to send, in the caller's order and spelling, after those of this connection.
 * Hop-by-hop headers (also those that a `Connection` header names), `Host`, `Content-Length`, `Expect` and
 * `Proxy-*` of the caller's are dropped.
 * @throws {OutboundError} `invalid_request`.
 */
export function requestHeaders(url: URL, method: string, lines: readonly HeaderLine[], size: number) {
  const named = lines
    .filter(([name]) => name.toLowerCase() === "connection")
    .flatMap(([, value]) => value.split(",").map((each) => each.trim().toLowerCase()));
  const kept = lines.filter(([name]) => !isOwnHeader(name) && !named.includes(name.toLowerCase()));
  for (const line of kept) validate(line);
  const framing: HeaderLine[] = size > 0 || !bodyless.has(method) ? [["Content-Length", String(size)]] : [];
  return [["Host", url.host] as const, ["Connection", "close"] as const, ...framing, ...kept];
}

/**
 * @returns the method in upper case.
 * @throws {OutboundError} `invalid_request`; for CONNECT too, which asks for a tunnel.
 */
export function requestMethod(method: string): string {
  const upper = method.toUpperCase();
  if (!/^[!#$%&'*+.^_`|~0-9A-Z-]+$/.test(upper) || upper === "CONNECT") {
    throw new OutboundError("invalid_request");
  }
  return upper;
}

/** Headers by lower-case name, repeated ones joined by ", ", from Node's flat list of names and values. */
export function joinedHeaders(raw: readonly string[]): Record<string, string> {
  const joined = new Map<string, string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index]?.toLowerCase() ?? "";
    const value = raw[index + 1] ?? "";
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  // A server may send a header called "__proto__"; fromEntries makes it an ordinary property.
  return Object.fromEntries(joined);
}

function validate([name, value]: HeaderLine): void {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch (cause) {
    throw new OutboundError("invalid_request", { cause });
  }
}
