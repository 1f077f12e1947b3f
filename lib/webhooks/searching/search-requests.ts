import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { firstBytes, largePages, pageBytesMax, partBytes } from "@/lib/operations/read-page";
import { turns } from "@/lib/platform/process/turns";
import { type CaptureRow, readCaptures, toCapturedRequest } from "@/lib/webhooks/captures";
import type { CapturedRequest } from "@/lib/webhooks/contract";
import { requireWebhook } from "@/lib/webhooks/require-webhook";
import { contains } from "./contains";
import { searchRequests } from "./contract";

/** A step ends with the part that reaches one of these, so that hits show soon and nobody waits long for a turn. */
const stepBytes = 4 * 1024 * 1024;
const stepRows = 2000;
const partRows = 500;

export const handleSearchRequests = implement(searchRequests, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const webhook = await requireWebhook(ctx, project.id, input.webhookId);
  const { q, after, before: from, bodyBytesMax = Number.POSITIVE_INFINITY } = await input.fields();
  const items: CapturedRequest[] = [];
  const step = { searched: 0, left: 0, bytes: 0, shownBytes: 0, before: from };
  const readPart = async (bytesMax: number) => {
    const bounds = { bytesMax, rowsMax: partRows };
    const { rows, count } = await readCaptures(
      ctx.db,
      webhook.id,
      ctx.now(),
      { after, before: step.before },
      bounds,
    );
    const found = await turns().run(hits(rows, q, bodyBytesMax));
    items.push(...found.items);
    step.shownBytes += found.shownBytes;
    step.bytes += found.bytes;
    step.searched += rows.length;
    step.left = count - rows.length;
    step.before = rows.at(-1)?.sequence;
  };
  await readPart(firstBytes);
  const goesOn = () =>
    step.left > 0 && step.bytes < stepBytes && step.searched < stepRows && step.shownBytes < pageBytesMax / 2;
  if (goesOn()) {
    await largePages().run(async () => {
      while (goesOn()) await readPart(partBytes);
    });
  }
  const { searched, left, before } = step;
  return { items, searched, left, next: left > 0 ? (before ?? null) : null };
});

/** Those of the rows that hold the text, as the API shows them. */
function* hits(rows: readonly CaptureRow[], text: string, bodyBytesMax: number) {
  const items: CapturedRequest[] = [];
  let bytes = 0;
  let shownBytes = 0;
  for (const row of rows) {
    yield;
    bytes += row.size;
    if (!contains(row, text)) continue;
    const body = row.body.subarray(0, bodyBytesMax);
    shownBytes += body.byteLength;
    items.push(toCapturedRequest({ ...row, body }));
  }
  return { items, bytes, shownBytes };
}
