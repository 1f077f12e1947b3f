import { formatJson } from "@/components/ui/code-format";
import { targetOf } from "@/components/webhooks/raw-request";
import { summaryOf } from "@/lib/webhooks/capture-summary";
import type { CapturedRequest } from "@/lib/webhooks/contract";

/** How much of each body is compared: more would take too long while somebody waits. */
export const comparedBytesMax = 256 * 1024;

/** Request line and headers, by name: senders and proxies write them in any order. */
export function comparedHead(request: CapturedRequest): string {
  const headers = request.rawHeaders
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .sort((a, b) => (a < b ? -1 : 1));
  return [`${request.method} ${targetOf(request)}`, ...headers].join("\n");
}

/** A body to be compared line by line: JSON with a line for each value; undefined if it is no text. */
export function comparedBody(bytes: Uint8Array): string | undefined {
  const text = textOf(bytes.subarray(0, comparedBytesMax));
  if (text === undefined || bytes.length > comparedBytesMax) return text;
  const formatted = formatJson(text, { isTemplate: false });
  return "text" in formatted ? formatted.text : text;
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    // The end may be cut in the middle of a character.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

/** The capture that another one is most likely to be compared with: the one before of the same kind, else the nearest. */
export function likelyPartner(
  request: CapturedRequest,
  others: readonly CapturedRequest[],
): CapturedRequest | undefined {
  const kindOf = (each: CapturedRequest) =>
    JSON.stringify([each.method, each.path, summaryOf(each).sender, summaryOf(each).event]);
  const kind = kindOf(request);
  const before = others.filter(({ sequence }) => sequence < request.sequence);
  return before.find((each) => kindOf(each) === kind) ?? before[0] ?? others.at(-1);
}
