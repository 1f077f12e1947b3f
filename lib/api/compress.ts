import type { IncomingMessage, ServerResponse } from "node:http";
import { constants } from "node:zlib";
import compression from "compression";
import { bodyLengthHeader } from "@/lib/operations/answer";
import { firstHeader } from "@/lib/platform/headers/first-header";

/** From 5 on, scripts are 6% smaller than with the default of 4, for 40% more time. More takes 20 times as long. */
const quality = 5;

const compressing = compression({
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: quality } },
  filter: (request, response) => isFit(request, response),
});

/**
 * Compresses the answer to this request if the client accepts that and it is worthwhile: texts of 1 KiB and more,
 * unless they say `no-transform`. Not for project hosts, whose answers must leave exactly as configured.
 */
export function compress(request: IncomingMessage, response: ServerResponse): void {
  const { writeHead } = response;
  response.writeHead = function weakened(this: ServerResponse, ...args: unknown[]) {
    // A strong tag names exact bytes, and compression changes them, so the tag becomes weak (RFC 9110 section 8.8.3).
    const etag = this.getHeader("etag");
    const isStrong = typeof etag === "string" && etag.startsWith('"');
    if (isStrong && this.hasHeader("content-encoding")) this.setHeader("etag", `W/${etag}`);
    return writeHead.apply(this, args as Parameters<typeof writeHead>);
  } as typeof writeHead;
  compressing(request as never, response as never, () => {});
}

function isFit(request: IncomingMessage, response: ServerResponse): boolean {
  const length = response.getHeader(bodyLengthHeader);
  if (length !== undefined) {
    response.removeHeader(bodyLengthHeader);
    response.setHeader("Content-Length", length);
  }
  // A range counts the bytes of the uncompressed file.
  if (response.statusCode === 206 || isAskedByOtherSite(request)) return false;
  return compression.filter(request as never, response as never);
}

/**
 * Whether a page of another origin made the browser send its cookie. From the lengths of such answers, compressed
 * together with text that the page chose, a listener on the network could guess what else is in them (BREACH).
 */
function isAskedByOtherSite({ headers }: IncomingMessage): boolean {
  const site = firstHeader(headers, "sec-fetch-site");
  return headers.cookie !== undefined && (site === "cross-site" || site === "same-site");
}
