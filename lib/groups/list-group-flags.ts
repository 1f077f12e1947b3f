import { eq, getTableColumns } from "drizzle-orm";
import { groupFlags } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { byText, byTime, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { listGroupFlags } from "./contract";
import { requireGroup } from "./require-group";
import { toGroupFlag } from "./to-group";

const list = listOf({
  from: groupFlags,
  columns: getTableColumns(groupFlags),
  // On and off value are computed from them.
  always: ["values"],
  id: groupFlags.id,
  searched: [groupFlags.name, groupFlags.key],
  sorts: {
    createdAt: byTime(groupFlags.createdAt),
    updatedAt: byTime(groupFlags.updatedAt),
    name: byText(groupFlags.name),
    key: byText(groupFlags.key),
  },
});

export const handleListGroupFlags = implement(listGroupFlags, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const group = await requireGroup(ctx, project.id, input.groupId);
  const asked = await input.fields();
  const where = eq(groupFlags.groupId, group.id);
  return readPage(ctx.db, list, { ...asked, where }, (rows) => rows.map(toGroupFlag));
});
