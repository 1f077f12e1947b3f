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
import { type ExportFormat, exportMocks } from "./contract";
import { DocumentText } from "./document-text";
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

const list = listOf({
  from: mocks,
  columns: getTableColumns(mocks),
  id: mocks.id,
  sorts: { createdAt: byTime(mocks.createdAt) },
});

type Asked = Fields<typeof exportMocks>;

export const handleExportMocks = implement(exportMocks, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
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

async function documentOf(ctx: Ctx, of: Exported, { format, mockId: ids, limit, cursor: from }: Asked) {
  const text = new DocumentText(format);
  const writer = writers[format](text, of);
  const most = limit ?? Number.POSITIVE_INFINITY;
  const where = and(eq(mocks.projectId, of.project.id), ids && inArray(mocks.id, ids));
  let cursor = from;
  let rows = 0;
  do {
    const asked = { sort: "createdAt", limit: Math.min(pageRows, most - rows), cursor, where };
    const { items, next } = await readPage(ctx.db, list, asked, (found) => found);
    await turns().run(writer.add(items));
    rows += items.length;
    cursor = next;
  } while (cursor !== undefined && rows < most);
  // What was asked for and is missing must not be missed unnoticed.
  if (ids && !from && cursor === undefined && rows < new Set(ids).size) throw notFound("Mock");
  await writer.end();
  return { bytes: await turns().run(text.bytes()), next: cursor };
}

function linkNext({ headers }: Answer, { search }: Ctx, projectId: string, cursor: string): void {
  const query = new URLSearchParams(search);
  query.set("cursor", cursor);
  const path = exportMocks.path.replace(":projectId", projectId);
  headers.push("link", `<${path}?${query}>; rel="next"`);
}
