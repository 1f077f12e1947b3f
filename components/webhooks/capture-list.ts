import type { CapturedRequest } from "@/lib/webhooks/contract";

/** How many captures the service keeps per inbox, and how many besides that were refused. */
export const kept = 50;
const refusedKept = 10;

type Listed = { sequence: number; signature?: CapturedRequest["signature"]; pinned?: boolean };

/** Joins captures to a list: newest first, each sequence once, the newest `keptMax` only; those that were refused or pinned besides. */
export function mergeCaptures<T extends Listed>(
  list: readonly T[],
  incoming: readonly T[],
  keptMax = kept,
): readonly T[] {
  const known = new Set(list.map(({ sequence }) => sequence));
  const added = incoming.filter(({ sequence }) => !known.has(sequence) && known.add(sequence));
  if (added.length === 0) return list;
  return stillKept(
    [...added, ...list].sort((a, b) => b.sequence - a.sequence),
    keptMax,
  );
}

/** Those of a list, newest first, that the service still keeps. The place of a pinned one counts while it has one. */
export function stillKept<T extends Listed>(list: readonly T[], keptMax = kept): readonly T[] {
  let taken = 0;
  let refused = 0;
  return list.filter(({ signature, pinned }) => {
    const hasPlace = signature?.refused ? ++refused <= refusedKept : ++taken <= keptMax;
    return hasPlace || pinned;
  });
}

/** How many captures a page begins with: all of an inbox that retains what is usual. */
export const firstCaptures = 200;

/** Lists hold this much of each body; the whole is fetched when it is looked at. */
export const listedBodyBytes = 4096;

/** The capture with no more of its body than lists hold. */
export function lightCapture(request: CapturedRequest): CapturedRequest {
  if (request.size <= listedBodyBytes) return request;
  // Four characters of base64 are three bytes.
  const length = request.bodyEncoding === "base64" ? Math.ceil(listedBodyBytes / 3) * 4 : listedBodyBytes;
  return { ...request, body: copied(request.body.slice(0, length)), bodyTruncated: true };
}

/** A slice can keep the whole text in memory, so this copies it. Half a surrogate pair at the end is lost. */
function copied(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text.replace(/[\uD800-\uDBFF]$/, "")));
}
