import { eq, getTableColumns } from "drizzle-orm";
import { flagGroups } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { byText, byTime, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { listGroups } from "./contract";
import { toGroup } from "./to-group";

const list = listOf({
  from: flagGroups,
  columns: getTableColumns(flagGroups),
  id: flagGroups.id,
  searched: [flagGroups.name, flagGroups.key, flagGroups.prefix, flagGroups.description],
  sorts: {
    createdAt: byTime(flagGroups.createdAt),
    updatedAt: byTime(flagGroups.updatedAt),
    name: byText(flagGroups.name),
    key: byText(flagGroups.key),
  },
});

export const handleListGroups = implement(listGroups, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const asked = await input.fields();
  const where = eq(flagGroups.projectId, project.id);
  return readPage(ctx.db, list, { ...asked, where }, (rows) =>
    rows.map((row) => toGroup(project.referenceId, row)),
  );
});
