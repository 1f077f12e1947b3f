import { requireProject } from "@/lib/auth/access";
import { unknownCursor } from "@/lib/operations/cursor";
import { implement } from "@/lib/operations/implement";
import { firstBytes, fitting, largePages, pageBytesMax, partBytes } from "@/lib/operations/read-page";
import { turns } from "@/lib/platform/process/turns";
import { type CaptureRow, readCaptures, toCapturedRequest } from "./captures";
import { type CapturedRequest, listRequests } from "./contract";
import { requireWebhook } from "./require-webhook";
import { contains } from "./searching/contains";

export const handleListRequests = implement(listRequests, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const webhook = await requireWebhook(ctx, project.id, input.webhookId);
  const { after, method, pinned, q, limit = 1000, cursor, bodyBytesMax } = await input.fields();
  // The search reads whole bodies; what is shown of them is cut afterwards.
  const cut = q ? undefined : bodyBytesMax;
  const items: CapturedRequest[] = [];
  let bytes = 0;
  let searched = 0;
  let before = cursor === undefined ? undefined : sequenceOf(cursor);
  let hasMore = true;
  let isLast = false;
  const readPart = async (bytesMax: number) => {
    const rowsMax = q ? undefined : limit + 1 - items.length;
    const sizes = { bytesMax, bodyBytesMax: cut, ...(rowsMax && { rowsMax }) };
    const read = await readCaptures(ctx.db, webhook.id, ctx.now(), { after, before, method, pinned }, sizes);
    const found = await turns().run(shown(read.rows, q, bodyBytesMax));
    items.push(...found.items);
    bytes += found.bytes;
    searched += found.searched;
    before = read.rows.at(-1)?.sequence;
    isLast = !read.hasMore;
    hasMore = !isLast && items.length <= limit && bytes <= pageBytesMax && searched < searchedBytesMax;
  };
  await readPart(firstBytes);
  if (hasMore) {
    await largePages().run(async () => {
      while (hasMore) await readPart(partBytes);
    });
  }
  const kept = items.slice(0, Math.min(limit, await turns().run(fitting(items))));
  const last = kept.at(-1);
  const isCut = last && items.length > kept.length;
  // A search may end before it has found enough for a page.
  const end = isCut ? last.sequence : isLast ? undefined : before;
  return { items: kept, next: end === undefined ? undefined : sequenceCursor(end) };
});

/** A page of a search looks at no more bytes of bodies: all of an inbox that retains what is usual. */
const searchedBytesMax = 64 * 1024 * 1024;

/** Those of the rows that hold the text, as the API shows them, and the bytes of their bodies. */
function* shown(rows: CaptureRow[], q: string | undefined, bodyBytesMax = Number.POSITIVE_INFINITY) {
  const items: CapturedRequest[] = [];
  let bytes = 0;
  let searched = 0;
  for (const row of rows) {
    yield;
    if (q) searched += row.size;
    if (q && !contains(row, q)) continue;
    const body = row.body.subarray(0, bodyBytesMax);
    items.push(toCapturedRequest({ ...row, body }));
    bytes += body.byteLength;
  }
  return { items, bytes, searched };
}

/** Cursors here are the sequence of the last row. */
const sequenceCursor = (sequence: number) => Buffer.from(`#${sequence}`).toString("base64url");

/** @throws {AppError} `invalid_request` */
function sequenceOf(cursor: string): number {
  const match = /^#(\d{1,15})$/.exec(Buffer.from(cursor, "base64url").toString("latin1"));
  if (!match?.[1]) throw unknownCursor();
  return Number(match[1]);
}
