import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import { listedBodyBytes } from "@/components/webhooks/capture-list";
import { type ExportFormat, exportPieces, inOrder } from "@/components/webhooks/har";
import { wholeCapture } from "@/components/webhooks/whole-capture";
import { ApiError, call } from "@/lib/operations/client";
import { listRequests } from "@/lib/webhooks/contract";

/**
 * All that the inbox holds, as the pieces of a file. Bodies are fetched and written one at a time, so that the
 * page stays usable meanwhile.
 * @throws {ApiError}
 */
export async function exportCaptures(
  format: ExportFormat,
  address: InboxAddress,
  inboxUrl: string,
): Promise<{ count: number; parts: string[] }> {
  const list = await call(listRequests, { ...address, bodyBytesMax: String(listedBodyBytes) });
  const { opening, entry, closing } = exportPieces(format, inboxUrl);
  const parts = [opening];
  for (const request of inOrder(format, list)) {
    const whole = await wholeCapture(request, address).catch(unlessGone);
    if (!whole) continue;
    parts.push(parts.length > 1 ? ",\n" : "", entry(whole));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return { count: (parts.length - 1) / 2, parts: [...parts, closing] };
}

/** What was deleted since the list was made is left out. */
function unlessGone(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}
