import { and, desc, eq } from "drizzle-orm";
import { environments, groupFlags, overrides, records } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { findEnvironment } from "@/lib/environments/find-environment";
import { readEnvironments } from "@/lib/environments/require-environment";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { pageOf } from "@/lib/operations/paging";
import { listOverrides } from "./contract";
import { toOverride } from "./to-override";

export const handleListOverrides = implement(listOverrides, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const [record] = await ctx.db
    .select({ id: records.id })
    .from(records)
    .where(and(eq(records.id, input.recordId), eq(records.projectId, project.id)));
  if (!record) throw notFound("Record");
  const { env, ...fields } = await input.fields();
  const wanted =
    env === undefined ? undefined : findEnvironment(await readEnvironments(ctx.db, project.id), env);
  if (env !== undefined && !wanted) return { items: [], next: undefined };
  const rows = await ctx.db
    .select({ override: overrides, flag: groupFlags, environment: environments })
    .from(overrides)
    .innerJoin(groupFlags, eq(groupFlags.id, overrides.groupFlagId))
    .innerJoin(environments, eq(environments.id, overrides.environmentId))
    .where(
      and(
        eq(overrides.recordId, record.id),
        wanted === undefined ? undefined : eq(overrides.environmentId, wanted.id),
      ),
    )
    .orderBy(desc(overrides.createdAt), desc(overrides.groupFlagId), desc(overrides.environmentId));
  return pageOf(rows, fields, ({ override, ...named }) => toOverride(override, named));
});
