import { and, eq, getTableColumns } from "drizzle-orm";
import { mocks } from "@/db/schema/mocks";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { byNumber, byText, byTime, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { listMocks } from "./contract";
import { toMock } from "./to-mock";

const list = listOf({
  from: mocks,
  columns: getTableColumns(mocks),
  id: mocks.id,
  searched: [mocks.name, mocks.endpoint, mocks.method, mocks.description],
  sorts: {
    createdAt: byTime(mocks.createdAt),
    updatedAt: byTime(mocks.updatedAt),
    name: byText(mocks.name),
    method: byText(mocks.method),
    endpoint: byText(mocks.endpoint),
    statusCode: byNumber(mocks.statusCode),
  },
});

export const handleListMocks = implement(listMocks, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const { method, enabled, status, ...asked } = await input.fields();
  const where = and(
    eq(mocks.projectId, project.id),
    method && eq(mocks.method, method),
    enabled === undefined ? undefined : eq(mocks.enabled, enabled),
    status === undefined ? undefined : eq(mocks.statusCode, status),
  );
  return readPage(ctx.db, list, { ...asked, where }, (rows) => rows.map(toMock));
});
