import { Answer, headerOf } from "@/lib/operations/answer";

/** What of a body is asked for: all, a part from its first to its last byte, or one that lies behind its end. */
export type Asked = "whole" | "beyond" | { from: number; to: number };

/**
 * What a `Range` asks for (RFC 9110, section 14). Several ranges, other units and what is none are asked in vain:
 * all is sent, as if nothing was asked.
 */
export function askedOf(range: string | undefined, size: number): Asked {
  const [, first = "", last = ""] = /^bytes=[\t ]*(\d*)-(\d*)[\t ]*$/i.exec(range ?? "") ?? [];
  // Clients that ask for ranges in any case would take the empty body for a failure.
  if ((first === "" && last === "") || size === 0) return "whole";
  if (first === "")
    return Number(last) === 0 ? "beyond" : { from: Math.max(size - Number(last), 0), to: size - 1 };
  const [from, to] = [Number(first), last === "" ? size - 1 : Number(last)];
  if (to < from && last !== "") return "whole";
  return from >= size ? "beyond" : { from, to: Math.min(to, size - 1) };
}

/** Whether one of the listed tags is this one, however strong they are. */
export function namesTag(list: string | undefined, tag: string): boolean {
  if (list === undefined) return false;
  if (list.trim() === "*") return true;
  const listed: readonly string[] = list.match(/"[^"]*"/g) ?? [];
  return listed.includes(opaque(tag));
}
const opaque = (tag: string) => tag.replace(/^W\//, "");

/** Whether `If-Range` lets a part be sent: without one, or with this very tag. We give no times. */
const isSame = (ifRange: string | undefined, tag: string) =>
  ifRange === undefined || (ifRange.trim() === tag && !tag.startsWith("W/"));

type Request = { method: string; rawHeaders: readonly string[] };

/**
 * What a request gets of an answer: nothing if it has it already, a part if it asks for one, otherwise all.
 * @param whole the answer with status 200 and an `ETag` to a GET or, without its body, to a HEAD
 */
export function partOf(whole: Answer, { method, rawHeaders }: Request): Answer {
  const { headers, body } = whole;
  const tag = headerOf(headers, "etag") ?? "";
  if (namesTag(headerGiven(rawHeaders, "if-none-match"), tag)) {
    return new Answer(304, without(headers, ["content-length"]), null);
  }
  // Ranges are defined for GET alone.
  if (method !== "GET" || !(body instanceof Uint8Array)) return whole;
  if (headerOf(headers, "accept-ranges")?.trim().toLowerCase() !== "bytes") return whole;
  if (!isSame(headerGiven(rawHeaders, "if-range"), tag)) return whole;
  const size = body.byteLength;
  const asked = askedOf(headerGiven(rawHeaders, "range"), size);
  if (asked === "whole") return whole;
  if (asked === "beyond") {
    const kept = without(headers, ["content-length", "content-type"]);
    return new Answer(416, [...kept, "Content-Range", `bytes */${size}`, "Content-Length", "0"], null);
  }
  const { from, to } = asked;
  const part = body.subarray(from, to + 1);
  const kept = without(headers, ["content-length"]);
  const place = `bytes ${from}-${to}/${size}`;
  return new Answer(206, [...kept, "Content-Range", place, "Content-Length", String(part.byteLength)], part);
}

/** All lines of this name as one value. */
function headerGiven(rawHeaders: readonly string[], name: string): string | undefined {
  const values: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? "");
  }
  return values.length > 0 ? values.join(", ") : undefined;
}

function without(headers: readonly string[], names: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const [name = "", value = ""] = [headers[at], headers[at + 1]];
    if (!names.includes(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}
