import { requireProject } from "@/lib/auth/access";
import { unknownCursor } from "@/lib/operations/cursor";
import { implement } from "@/lib/operations/implement";
import { fitting, pageBytesMax } from "@/lib/operations/read-page";
import { type CaptureRow, readCaptures, toCapturedRequest } from "./captures";
import { listRequests } from "./contract";
import { requireWebhook } from "./require-webhook";

export const handleListRequests = implement(listRequests, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const webhook = await requireWebhook(ctx, project.id, input.webhookId);
  const { after, method, q, limit = 1000, cursor, bodyBytesMax } = await input.fields();
  // The search reads whole bodies; what is shown of them is cut afterwards.
  const sizes = { bytesMax: pageBytesMax, bodyBytesMax: q ? undefined : bodyBytesMax };
  const found: CaptureRow[] = [];
  let bytes = 0;
  let before = cursor === undefined ? undefined : sequenceOf(cursor);
  for (let hasMore = true; hasMore && found.length <= limit && bytes <= pageBytesMax; ) {
    const read = await readCaptures(ctx.db, webhook.id, ctx.now(), { after, before, method }, sizes);
    for (const row of read.rows) {
      if (q && !contains(row, q)) continue;
      const shown =
        bodyBytesMax === undefined ? row : { ...row, body: Buffer.from(row.body.subarray(0, bodyBytesMax)) };
      found.push(shown);
      bytes += shown.body.byteLength;
    }
    before = read.rows.at(-1)?.sequence;
    hasMore = read.hasMore;
  }
  const items = found.slice(0, limit).map(toCapturedRequest);
  const kept = items.slice(0, fitting(items));
  const last = kept.at(-1);
  return {
    items: kept,
    next: last && found.length > kept.length ? sequenceCursor(last.sequence) : undefined,
  };
});

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
