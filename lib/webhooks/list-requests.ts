import { requireProject } from "@/lib/auth/access";
import { unknownCursor } from "@/lib/operations/cursor";
import { implement } from "@/lib/operations/implement";
import { firstBytes, fitting, largePages, pageBytesMax, partBytes } from "@/lib/operations/read-page";
import { turns } from "@/lib/platform/process/turns";
import { type CaptureRow, readCaptures, toCapturedRequest } from "./captures";
import { type CapturedRequest, listRequests } from "./contract";
import { requireWebhook } from "./require-webhook";

export const handleListRequests = implement(listRequests, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const webhook = await requireWebhook(ctx, project.id, input.webhookId);
  const { after, method, pinned, q, limit = 1000, cursor, bodyBytesMax } = await input.fields();
  // The search reads whole bodies; what is shown of them is cut afterwards.
  const cut = q ? undefined : bodyBytesMax;
  const items: CapturedRequest[] = [];
  let bytes = 0;
  let before = cursor === undefined ? undefined : sequenceOf(cursor);
  let hasMore = true;
  const readPart = async (bytesMax: number) => {
    const rowsMax = q ? undefined : limit + 1 - items.length;
    const sizes = { bytesMax, bodyBytesMax: cut, ...(rowsMax && { rowsMax }) };
    const read = await readCaptures(ctx.db, webhook.id, ctx.now(), { after, before, method, pinned }, sizes);
    const found = await turns().run(shown(read.rows, q, bodyBytesMax));
    items.push(...found.items);
    bytes += found.bytes;
    before = read.rows.at(-1)?.sequence;
    hasMore = read.hasMore && items.length <= limit && bytes <= pageBytesMax;
  };
  await readPart(firstBytes);
  if (hasMore) {
    await largePages().run(async () => {
      while (hasMore) await readPart(partBytes);
    });
  }
  const kept = items.slice(0, Math.min(limit, await turns().run(fitting(items))));
  const last = kept.at(-1);
  return {
    items: kept,
    next: last && items.length > kept.length ? sequenceCursor(last.sequence) : undefined,
  };
});

/** Those of the rows that hold the text, as the API shows them, and the bytes of their bodies. */
function* shown(rows: CaptureRow[], q: string | undefined, bodyBytesMax = Number.POSITIVE_INFINITY) {
  const items: CapturedRequest[] = [];
  let bytes = 0;
  for (const row of rows) {
    yield;
    if (q && !contains(row, q)) continue;
    const body = row.body.subarray(0, bodyBytesMax);
    items.push(toCapturedRequest({ ...row, body }));
    bytes += body.byteLength;
  }
  return { items, bytes };
}

/** Cursors here are the sequence of the last row. */
const sequenceCursor = (sequence: number) => Buffer.from(`#${sequence}`).toString("base64url");

/** @throws {AppError} `invalid_request` */
function sequenceOf(cursor: string): number {
  const match = /^#(\d{1,15})$/.exec(Buffer.from(cursor, "base64url").toString("latin1"));
  if (!match?.[1]) throw unknownCursor();
  return Number(match[1]);
}

/** Whether the text occurs, in any letter case, in path, query, headers or body, either as sent or decoded. */
function contains({ path, rawUrl, rawHeaders, body }: CaptureRow, text: string): boolean {
  const wanted = text.toLowerCase();
  const at = rawUrl.indexOf("?");
  const query = at === -1 ? "" : rawUrl.slice(at + 1);
  const headers = rawHeaders.map((pair) => pair.join(": "));
  const places = [path, decoded(path), query, decoded(query.replaceAll("+", " ")), ...headers];
  // In a body that is not entirely UTF-8, the readable parts are searched too.
  return [...places, body.toString("utf8")].some((place) => place.toLowerCase().includes(wanted));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
