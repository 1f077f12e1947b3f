import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { mockHits } from "@/db/schema/mock-calls";
import { mocks } from "@/db/schema/mocks";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { byNumber, byText, byTime, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { withTags } from "@/lib/operations/with-tags";
import { listMocks } from "./contract";
import { inFolder } from "./organising/conditions";
import { type MockRow, toMock } from "./to-mock";

/** Looked up row by row, so that pages in other orders read the hits of their own rows only. */
const ofCalls = (column: PgColumn) =>
  sql`(select ${column} from ${mockHits} where ${mockHits.mockId} = ${mocks.id})`;
const hits = sql<number>`coalesce(${ofCalls(mockHits.hits)}, 0)::float8`;
const lastCalledAt = ofCalls(mockHits.lastCalledAt) as SQL<string | null>;

const list = listOf({
  from: mocks,
  columns: { ...getTableColumns(mocks), hits, lastCalledAt },
  id: mocks.id,
  searched: [
    mocks.name,
    mocks.endpoint,
    mocks.method,
    mocks.description,
    mocks.folder,
    sql`array_to_string(${mocks.tags}, ' ')`,
  ],
  sorts: {
    createdAt: byTime(mocks.createdAt),
    updatedAt: byTime(mocks.updatedAt),
    name: byText(mocks.name),
    method: byText(mocks.method),
    endpoint: byText(mocks.endpoint),
    statusCode: byNumber(mocks.statusCode),
    folder: byText(mocks.folder),
    hits: byNumber(sql`coalesce(${ofCalls(mockHits.hits)}, 0)`),
    lastCalledAt: byTime(sql`coalesce(${lastCalledAt}, 'epoch'::timestamptz)`),
  },
});

/** Of a column that is computed the driver gives what the database writes. */
const toListed = ({ lastCalledAt, ...row }: MockRow & { hits: number; lastCalledAt: string | null }) =>
  toMock({ ...row, lastCalledAt: lastCalledAt ? new Date(lastCalledAt) : null });

export const handleListMocks = implement(listMocks, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const { method, enabled, status, folder, tag, ...asked } = await input.fields();
  const where = and(
    eq(mocks.projectId, project.id),
    method && eq(mocks.method, method),
    enabled === undefined ? undefined : eq(mocks.enabled, enabled),
    status === undefined ? undefined : eq(mocks.statusCode, status),
    folder === undefined ? undefined : inFolder(folder),
    tag && withTags(mocks.tags, tag),
  );
  return readPage(ctx.db, list, { ...asked, where }, (rows) => rows.map(toListed));
});
