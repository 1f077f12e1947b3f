import { eq } from "drizzle-orm";
import { mocks } from "@/db/schema/mocks";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { pageQuery, toPage } from "@/lib/operations/paging";
import { listMocks } from "./contract";
import { toMock } from "./to-mock";

export const handleListMocks = implement(listMocks, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const fields = await input.fields();
  const { where, orderBy, limit } = pageQuery(mocks, fields, eq(mocks.projectId, project.id));
  const rows = await ctx.db
    .select()
    .from(mocks)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  return toPage(rows, fields, (row) => row, toMock);
});
