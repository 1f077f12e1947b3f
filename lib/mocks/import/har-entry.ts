import { bodyOfBytes } from "./bytes-body";
import { type HeaderLine, isJsonType, keptHeaders } from "./har-headers";
import { isMockMethod, type MockMethod, methodProblem } from "./openapi-methods";
import { factsOfBody, noFacts, type RequestFacts } from "./postman-differences";
import type { Example } from "./postman-examples";
import { fieldOf, listOf, Notes, nameFrom, oneLine, textOf } from "./read-document-values";

/** A recorded request for data. */
export type Candidate = {
  source: string;
  method: MockMethod;
  host: string;
  path: string;
  example: Example;
  problems: readonly string[];
};

const limits = { addressChars: 8000, pairs: 200 };

/** What browsers say that a request was for, where it is no data. */
const otherKinds = new Map([
  ["image", "Pictures are no answers of an API"],
  ["media", "Sound and video are no answers of an API"],
  ["font", "Fonts are no answers of an API"],
  ["script", "Scripts are no answers of an API"],
  ["stylesheet", "Style sheets are no answers of an API"],
  ["websocket", "WebSockets can't be mocks"],
  ["preflight", "OPTIONS is answered for every mock, as browsers ask before other origins"],
  ["manifest", "Manifests are no answers of an API"],
  ["ping", "Pings have no answer that anybody reads"],
  ["beacon", "Pings have no answer that anybody reads"],
]);

export function candidateOf(entry: unknown): Candidate | { skipped: string } {
  const request = fieldOf(entry, "request");
  const response = fieldOf(entry, "response");
  const url = urlOf(textOf(fieldOf(request, "url")) ?? "");
  if (!url) return { skipped: "Its address can't be read" };
  const type = textOf(fieldOf(fieldOf(response, "content"), "mimeType")) ?? "";
  const kind = kindOf(textOf(fieldOf(entry, "_resourceType")), type);
  if (kind !== undefined) return { skipped: kind };
  const method = (textOf(fieldOf(request, "method")) ?? "GET").toUpperCase();
  if (!isMockMethod(method)) return { skipped: methodProblem(method) };
  const status = fieldOf(response, "status");
  if (status === 304)
    return { skipped: "The answer was in the browser's cache (304), and is not in the recording" };
  if (typeof status !== "number" || !Number.isInteger(status) || status < 200 || status > 599) {
    return { skipped: "There was no answer" };
  }
  const notes = new Notes();
  return {
    source: oneLine(`${method} ${url.host}${url.pathname.slice(0, 200)}`, 300),
    method,
    host: url.host,
    path: url.pathname,
    example: exampleOf({ request, response, status, type, url }, notes),
    problems: notes.list,
  };
}

function urlOf(address: string): URL | undefined {
  if (!/^https?:\/\//i.test(address) || address.length > limits.addressChars) return undefined;
  return URL.canParse(address) ? new URL(address) : undefined;
}

/** Why an entry is none of an API's, if so: first by what it was asked for, then by what came. */
function kindOf(resource: string | undefined, type: string): string | undefined {
  const byResource = otherKinds.get((resource ?? "").toLowerCase());
  if (byResource !== undefined) return byResource;
  const [main = "", sub = ""] = type.toLowerCase().split(";", 1)[0]?.trim().split("/", 2) ?? [];
  if (main === "image") return otherKinds.get("image");
  if (main === "audio" || main === "video") return otherKinds.get("media");
  if (main === "font" || /^(?:x-)?font|font-/.test(sub)) return otherKinds.get("font");
  if (/(?:java|ecma)script$/.test(sub) || sub === "wasm") return otherKinds.get("script");
  return sub === "css" ? otherKinds.get("stylesheet") : undefined;
}

type Recorded = { request: unknown; response: unknown; status: number; type: string; url: URL };

function exampleOf({ request, response, status, type, url }: Recorded, notes: Notes): Example {
  const lines = pairsIn(fieldOf(response, "headers"));
  const hasType = lines.some(([name]) => name.toLowerCase() === "content-type");
  if (!hasType && type.includes("/")) lines.push(["Content-Type", type]);
  return {
    name: nameFrom(`${status} ${url.search.slice(0, 150)}`),
    status,
    headers: keptHeaders(lines, notes),
    ...bodyOf(fieldOf(response, "content"), type, notes),
    facts: factsOf(request, url),
  };
}

const pairsIn = (list: unknown): HeaderLine[] =>
  listOf(list)
    .slice(0, limits.pairs)
    .map((line) => [textOf(fieldOf(line, "name")) ?? "", textOf(fieldOf(line, "value")) ?? ""]);

function bodyOf(content: unknown, type: string, notes: Notes): Pick<Example, "body" | "bodyEncoding"> {
  const text = fieldOf(content, "text");
  if (typeof text !== "string") {
    const size = fieldOf(content, "size");
    if (typeof size === "number" && size > 0) notes.add("Its body is not in the recording");
    return { body: isJsonType(type) ? "{}" : "" };
  }
  return fieldOf(content, "encoding") === "base64"
    ? bodyOfBytes(Buffer.from(text, "base64"))
    : { body: text };
}

/** The query and the body are what answers of one path mostly depend on; headers of browsers say little. */
function factsOf(request: unknown, url: URL): RequestFacts {
  const data = fieldOf(request, "postData");
  const type = textOf(fieldOf(data, "mimeType")) ?? "";
  const text = textOf(fieldOf(data, "text")) ?? "";
  const body = /^application\/x-www-form-urlencoded/i.test(type)
    ? { form: new Map([...new URLSearchParams(text.slice(0, 20_000))].slice(0, limits.pairs)) }
    : /^multipart\//i.test(type)
      ? {}
      : factsOfBody(text);
  return { ...noFacts, ...body, query: new Map([...url.searchParams].slice(0, limits.pairs)) };
}
