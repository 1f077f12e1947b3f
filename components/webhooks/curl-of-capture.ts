import { curlCommand } from "@/components/ui/curl-command";
import type { CapturedRequest } from "@/lib/webhooks/contract";

/** What curl sets itself, or what belongs to one connection. */
export const leftOut: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** What curl adds unless it is told not to. */
const ownHeaders = ["Accept", "User-Agent"];

/** Systems refuse longer arguments; Linux does at 128 KiB. */
export const longestArgument = 100 * 1024;

type CurledRequest = Pick<
  CapturedRequest,
  "method" | "rawHeaders" | "size" | "body" | "bodyEncoding" | "sequence"
>;

/**
 * A command for a POSIX shell that sends the request to the inbox again. A body that is too long for an argument is
 * read from a file; `needsFile` says so.
 */
export function curlOfCapture(
  request: CurledRequest,
  url: string,
): { command: string; needsFile: string | undefined } {
  const needsFile = isArgument(request) ? undefined : bodyFileName(request);
  const hasBody = request.size > 0;
  const names = new Set(request.rawHeaders.map(([name]) => name.toLowerCase()));
  const unwanted = hasBody ? [...ownHeaders, "Content-Type"] : ownHeaders;
  const lines = [
    ["curl", methodFlag(request.method, hasBody), ...urlFlags(url), quoted(url)].filter(Boolean).join(" "),
    ...(names.has("accept-encoding") ? ["--compressed"] : []),
    ...request.rawHeaders
      .filter(([name]) => !leftOut.has(name.toLowerCase()))
      .map(([name, value]) => `-H ${quoted(value === "" ? `${name};` : `${name}: ${value}`)}`),
    ...unwanted.filter((name) => !names.has(name.toLowerCase())).map((name) => `-H ${quoted(`${name}:`)}`),
  ];
  if (needsFile) lines.push(`--data-binary ${quoted(`@${needsFile}`)}`);
  else if (hasBody) lines.push(`--data-raw ${quoted(request.body)}`);
  return { command: lines.join(" \\\n  "), needsFile };
}

/** The name under which the body is offered for download. */
export function bodyFileName({ sequence }: Pick<CapturedRequest, "sequence">): string {
  return `request-${sequence}.bin`;
}

function isArgument({ bodyEncoding, body, size }: CurledRequest): boolean {
  return size === 0 || (bodyEncoding === "utf8" && size <= longestArgument && !body.includes("\0"));
}

/** `-X HEAD` would wait for a body that never comes. */
function methodFlag(method: string, hasBody: boolean): string {
  if (method === "HEAD" && !hasBody) return "--head";
  if (method === "GET" && !hasBody) return "";
  return `-X ${/^[A-Za-z]+$/.test(method) ? method : quoted(method)}`;
}

/** Without them curl reads brackets as a range and takes `/../` out of a path. */
function urlFlags(url: string): string[] {
  return [
    ...(/[[\]{}]/.test(url) ? ["--globoff"] : []),
    ...(/\/\.\.?(\/|$|\?)/.test(url) ? ["--path-as-is"] : []),
  ];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A command that sends an empty inbox its first request. */
export function firstCurl(inboxUrl: string): string {
  return curlCommand({ method: "POST", url: inboxUrl, json: { hello: "world" } });
}
