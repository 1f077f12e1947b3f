import { and, eq, getTableColumns } from "drizzle-orm";
import { groupFlags } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { describedAs, searchedWords } from "@/lib/flag-use/described";
import { wantsEvaluations, withEvaluations } from "@/lib/flag-use/with-evaluations";
import { implement } from "@/lib/operations/implement";
import { byText, byTime, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { listGroupFlags } from "./contract";
import { requireGroup } from "./require-group";
import { toGroupFlag } from "./to-group";

const list = listOf({
  from: groupFlags,
  columns: getTableColumns(groupFlags),
  // On and off value are computed from the first; the last evaluation is of no flag that was there before.
  always: ["values", "createdAt"],
  id: groupFlags.id,
  searched: [groupFlags.name, groupFlags.key, ...searchedWords(groupFlags)],
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
  const { tag, owner, ...asked } = await input.fields();
  const where = and(eq(groupFlags.groupId, group.id), describedAs(ctx, groupFlags, { tag, owner }));
  return readPage(ctx.db, list, { ...asked, where }, (rows) => {
    const shown = rows.map((row) => toGroupFlag(row));
    if (!wantsEvaluations(asked.fields)) return shown;
    return withEvaluations(ctx.db, { projectId: project.id, kind: "group" }, shown);
  });
});
