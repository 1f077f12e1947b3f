import { eq } from "drizzle-orm";
import { flags } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { findEnvironment } from "@/lib/environments/find-environment";
import { readEnvironments } from "@/lib/environments/require-environment";
import { implement } from "@/lib/operations/implement";
import { pageQuery, toPage } from "@/lib/operations/paging";
import { listFlags } from "./contract";
import { toFlag } from "./to-flag";

export const handleListFlags = implement(listFlags, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const { env, ...fields } = await input.fields();
  const environment = findEnvironment(await readEnvironments(ctx.db, project.id), env);
  if (!environment) return { items: [], next: undefined };
  const { where, orderBy, limit } = pageQuery(flags, fields, eq(flags.environmentId, environment.id));
  const rows = await ctx.db
    .select()
    .from(flags)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  return toPage(
    rows,
    fields,
    (row) => row,
    (flag) => toFlag(project.referenceId, { flag, environment }),
  );
});
