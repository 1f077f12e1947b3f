import { and, eq, getTableColumns } from "drizzle-orm";
import { flags } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { findEnvironment } from "@/lib/environments/find-environment";
import { readEnvironments } from "@/lib/environments/require-environment";
import { describedAs, searchedWords } from "@/lib/flag-use/described";
import { wantsEvaluations, withEvaluations } from "@/lib/flag-use/with-evaluations";
import { implement } from "@/lib/operations/implement";
import { byNumber, byText, byTime, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { listFlags } from "./contract";
import { toFlag } from "./to-flag";

const list = listOf({
  from: flags,
  columns: getTableColumns(flags),
  // On and off value are computed from the first; the last evaluation is of no flag that was there before.
  always: ["values", "createdAt"],
  id: flags.id,
  searched: [flags.name, flags.key, ...searchedWords(flags)],
  sorts: {
    createdAt: byTime(flags.createdAt),
    updatedAt: byTime(flags.updatedAt),
    name: byText(flags.name),
    key: byText(flags.key),
    rollout: byNumber(flags.rollout),
  },
});

export const handleListFlags = implement(listFlags, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const { env, enabled, tag, owner, ...asked } = await input.fields();
  const environment = findEnvironment(await readEnvironments(ctx.db, project.id), env);
  if (!environment) return { items: [], next: undefined, ...(asked.count && { total: 0 }) };
  const where = and(
    eq(flags.environmentId, environment.id),
    enabled === undefined ? undefined : eq(flags.enabled, enabled),
    describedAs(ctx, flags, { tag, owner }),
  );
  return readPage(ctx.db, list, { ...asked, where }, (rows) => {
    const shown = rows.map((flag) => toFlag(project.referenceId, { flag, environment }));
    if (!wantsEvaluations(asked.fields)) return shown;
    return withEvaluations(ctx.db, { projectId: project.id, kind: "global" }, shown);
  });
});
