import { belowInbox, queryPairs } from "@/components/webhooks/raw-request";
import type { CapturedRequest } from "@/lib/webhooks/contract";

type NameAndValue = { name: string; value: string };

/** The parts of HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec) that are written here. */
export type HarEntry = {
  startedDateTime: string;
  time: number;
  request: {
    method: string;
    url: string;
    httpVersion: string;
    cookies: NameAndValue[];
    headers: NameAndValue[];
    queryString: NameAndValue[];
    postData?: { mimeType: string; text: string; _encoding?: "base64"; comment?: string };
    headersSize: number;
    bodySize: number;
  };
  response: {
    status: number;
    statusText: string;
    httpVersion: string;
    cookies: NameAndValue[];
    headers: NameAndValue[];
    content: { size: number; mimeType: string };
    redirectURL: string;
    headersSize: number;
    bodySize: number;
    comment: string;
  };
  cache: Record<string, never>;
  timings: { send: number; wait: number; receive: number };
  comment: string;
};

/** The inbox records what came in, not what went out: the response says that it is unknown. */
function harEntry(request: CapturedRequest, inboxUrl: string): HarEntry {
  const { method, rawHeaders, size, receivedAt, ip, sequence } = request;
  return {
    startedDateTime: receivedAt,
    time: 0,
    request: {
      method,
      url: inboxUrl + belowInbox(request),
      httpVersion: "HTTP/1.1",
      cookies: cookiesOf(rawHeaders),
      headers: rawHeaders.map(([name, value]) => ({ name, value })),
      queryString: queryPairs(request).map(([name, value]) => ({ name, value })),
      ...(size > 0 && { postData: postDataOf(request) }),
      headersSize: -1,
      bodySize: size,
    },
    response: {
      status: 0,
      statusText: "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: [],
      content: { size: 0, mimeType: "x-unknown" },
      redirectURL: "",
      headersSize: -1,
      bodySize: -1,
      comment: "An inbox does not record its answers.",
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
    comment: `Request ${sequence}, from ${ip}`,
  };
}

/** HAR defines no encoding for request bodies. Custom fields begin with an underscore. */
function postDataOf({ headers, body, bodyEncoding }: CapturedRequest): HarEntry["request"]["postData"] {
  const mimeType = headers["content-type"] ?? "application/octet-stream";
  if (bodyEncoding === "utf8") return { mimeType, text: body };
  return { mimeType, text: body, _encoding: "base64", comment: "The text is base64." };
}

function cookiesOf(rawHeaders: CapturedRequest["rawHeaders"]): NameAndValue[] {
  return rawHeaders
    .filter(([name]) => name.toLowerCase() === "cookie")
    .flatMap(([, value]) => value.split(";"))
    .flatMap((pair) => {
      const [, name, value] = /^\s*([^=]+?)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
      return name === undefined ? [] : [{ name, value: value ?? "" }];
    });
}

export type ExportFormat = "json" | "har";

/** A file of captures: the opening, the entries separated by commas, the closing. Written one capture at a time. */
export type ExportPieces = { opening: string; entry(request: CapturedRequest): string; closing: string };

export function exportPieces(format: ExportFormat, inboxUrl: string): ExportPieces {
  if (format === "json") {
    return { opening: "[\n", entry: (request) => JSON.stringify(request, null, 2), closing: "\n]\n" };
  }
  const log = { version: "1.2", creator: { name: "Fieldkit", version: "1" } };
  return {
    opening: `{"log":${JSON.stringify(log).slice(0, -1)},"entries":[\n`,
    entry: (request) => JSON.stringify(harEntry(request, inboxUrl)),
    closing: "\n]}}\n",
  };
}

/** The API's list is newest first, and so is its JSON; readers of HAR expect the oldest first. */
export function inOrder(format: ExportFormat, newestFirst: readonly CapturedRequest[]): CapturedRequest[] {
  return format === "json" ? [...newestFirst] : [...newestFirst].reverse();
}
