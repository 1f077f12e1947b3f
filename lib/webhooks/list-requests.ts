import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { sequenceCursor, sequenceOf } from "@/lib/operations/paging";
import { type CaptureRow, readCaptures, toCapturedRequest } from "./captures";
import { listRequests } from "./contract";
import { requireWebhook } from "./require-webhook";

export const handleListRequests = implement(listRequests, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const webhook = await requireWebhook(ctx, project.id, input.webhookId);
  const { after, method, q, limit, cursor, bodyBytesMax } = await input.fields();
  const before = cursor === undefined ? undefined : sequenceOf(cursor);
  // The search reads whole bodies; what is shown of them is cut after it.
  const cut = q === undefined ? bodyBytesMax : undefined;
  const rows = await readCaptures(ctx.db, webhook.id, ctx.now(), { after, before, method }, cut);
  const found = q ? rows.filter((row) => contains(row, q)) : rows;
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map((row) =>
      toCapturedRequest(
        bodyBytesMax === undefined ? row : { ...row, body: row.body.subarray(0, bodyBytesMax) },
      ),
    ),
    next: last && found.length > page.length ? sequenceCursor(last.sequence) : undefined,
  };
});

/** Whether the text occurs, in any letter case, in path, query, headers or body; as sent or decoded. */
function contains({ path, rawUrl, rawHeaders, body }: CaptureRow, text: string): boolean {
  const wanted = text.toLowerCase();
  const at = rawUrl.indexOf("?");
  const query = at === -1 ? "" : rawUrl.slice(at + 1);
  const headers = rawHeaders.map((pair) => pair.join(": "));
  const places = [path, decoded(path), query, decoded(query.replaceAll("+", " ")), ...headers];
  // Also of a body that is not all UTF-8 the readable parts are found.
  return [...places, body.toString("utf8")].some((place) => place.toLowerCase().includes(wanted));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
