import { and, eq, getTableColumns, inArray } from "drizzle-orm";
import { mocks } from "@/db/schema/mocks";
import { requireProject } from "@/lib/auth/access";
import { type Answer, download } from "@/lib/operations/answer";
import type { Ctx } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { byTime, listOf } from "@/lib/operations/list-sql";
import type { Fields } from "@/lib/operations/operation";
import { readPage } from "@/lib/operations/read-page";
import { Gate } from "@/lib/platform/process/gate";
import { turns } from "@/lib/platform/process/turns";
import { lazily, singleton } from "@/lib/platform/singleton";
import { toProject } from "@/lib/projects/to-project";
import { type ExportFormat, exportLimits, exportMocks } from "./contract";
import { DocumentText, requireRoom } from "./document-text";
import type { Exported, MakesWriter } from "./document-writer";
import { fieldkitWriter } from "./fieldkit";
import { openapiWriter } from "./openapi";
import { postmanWriter } from "./postman";

/** A large page is read in parts of a megabyte, so it is bytes that bound it. */
const pageRows = 500;

/** A document is held as a whole, so a process makes few at a time. */
const documents = lazily(() =>
  singleton("mock-exports", () => new Gate({ running: 2, runningOfOne: 1, waiting: 100, waitMs: 30_000 })),
);

const writers: Record<ExportFormat, MakesWriter> = {
  fieldkit: fieldkitWriter,
  openapi: openapiWriter,
  postman: postmanWriter,
};
const fileNames: Record<ExportFormat, (slug: string) => string> = {
  fieldkit: (slug) => `${slug}.fieldkit.json`,
  openapi: (slug) => `${slug}.openapi.json`,
  postman: (slug) => `${slug}.postman_collection.json`,
};

const sorts = { createdAt: byTime(mocks.createdAt) };
const list = listOf({ from: mocks, columns: getTableColumns(mocks), id: mocks.id, sorts });
const ids = listOf({ from: mocks, columns: { id: mocks.id }, id: mocks.id, sorts });
const sort = "createdAt";

type Asked = Fields<typeof exportMocks>;

export const handleExportMocks = implement(exportMocks, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const asked = await input.fields();
  const { mockBaseUrl } = toProject(project, project.teamReferenceId);
  const work = () => documentOf(ctx, { project, mockBaseUrl, db: ctx.db }, asked);
  const done = await documents().run(work, project.id);
  if (!done) {
    throw new AppError("unavailable", "Too many documents are being made. Try again in a moment.", {
      headers: { "retry-after": "5" },
    });
  }
  const { bytes, next } = done.result;
  const answer = download(fileNames[asked.format](project.slug), "application/json", bytes);
  if (next !== undefined) linkNext(answer, ctx, project.id, next);
  return answer;
});

async function documentOf(ctx: Ctx, of: Exported, asked: Asked) {
  const text = new DocumentText(asked.format);
  const writer = writers[asked.format](text, of);
  const { wanted, next } = await wantedBy(ctx, of, asked);
  let rows = 0;
  for (let at = 0; at < wanted.length; at += pageRows) {
    const where = inArray(mocks.id, wanted.slice(at, at + pageRows));
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
      const page = await readPage(ctx.db, list, { sort, limit: pageRows, cursor, where }, (found) => found);
      await turns().run(writer.add(page.items));
      rows += page.items.length;
      cursor = page.next;
    }
  }
  // What was asked for and is missing must not be missed unnoticed.
  if (asked.mockId && rows < wanted.length) throw notFound("Mock");
  await writer.end();
  return { bytes: await turns().run(text.bytes()), next };
}

/**
 * The mocks of a document. All are chosen at once: where others make and delete mocks meanwhile, those that come later would
 * be counted together with those that are gone, and two could have one place.
 */
async function wantedBy({ db }: Ctx, { project }: Exported, asked: Asked) {
  const { format, mockId, limit = Number.POSITIVE_INFINITY, cursor } = asked;
  const where = and(eq(mocks.projectId, project.id), mockId && inArray(mocks.id, mockId));
  // With one more than a document may have, which says that there are too many.
  const most = Math.min(limit, exportLimits[format].mocksMax + 1);
  const { items, next } = await readPage(db, ids, { sort, limit: most, cursor, where }, (found) => found);
  const isAll = !cursor && next === undefined;
  if (mockId && isAll && items.length < new Set(mockId).size) throw notFound("Mock");
  requireRoom(format, items.length);
  return { wanted: items.map(({ id }) => id), next };
}

function linkNext({ headers }: Answer, { search }: Ctx, projectId: string, cursor: string): void {
  const query = new URLSearchParams(search);
  query.set("cursor", cursor);
  const path = exportMocks.path.replace(":projectId", projectId);
  headers.push("link", `<${path}?${query}>; rel="next"`);
}
