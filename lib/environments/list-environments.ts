import { eq, getTableColumns, sql } from "drizzle-orm";
import { environments } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { byText, byTime, listOf } from "@/lib/operations/list-sql";
import { withIsoTimes } from "@/lib/operations/present";
import { readPage } from "@/lib/operations/read-page";
import { listEnvironments } from "./contract";

const { isDefault, createdAt } = environments;

const list = listOf({
  from: environments,
  columns: getTableColumns(environments),
  id: environments.id,
  searched: [environments.name, environments.key],
  sorts: {
    default: byTime(sql`case when ${isDefault} then 'epoch'::timestamptz else ${createdAt} end`),
    createdAt: byTime(createdAt),
    name: byText(environments.name),
    key: byText(environments.key),
  },
});

export const handleListEnvironments = implement(listEnvironments, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const asked = await input.fields();
  const where = eq(environments.projectId, project.id);
  return readPage(ctx.db, list, { ...asked, where }, (rows) => rows.map(withIsoTimes));
});
