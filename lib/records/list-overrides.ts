import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { environments, groupFlags, overrides, records } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { findEnvironment } from "@/lib/environments/find-environment";
import { readEnvironments } from "@/lib/environments/require-environment";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { byText, byTime, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { listOverrides } from "./contract";
import { toOverride } from "./to-override";

const list = listOf({
  from: overrides,
  joins: [
    { table: groupFlags, on: eq(groupFlags.id, overrides.groupFlagId) },
    { table: environments, on: eq(environments.id, overrides.environmentId) },
  ],
  columns: {
    ...getTableColumns(overrides),
    flagKey: groupFlags.key,
    environmentName: environments.name,
    environmentKey: environments.key,
  },
  always: ["environmentId", "environmentName", "environmentKey"],
  id: sql`${overrides.groupFlagId} || '.' || ${overrides.environmentId}`,
  idField: "groupFlagId",
  searched: [groupFlags.key, groupFlags.name],
  sorts: { createdAt: byTime(overrides.createdAt), flagKey: byText(groupFlags.key) },
});

export const handleListOverrides = implement(listOverrides, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const [record] = await ctx.db
    .select({ id: records.id })
    .from(records)
    .where(and(eq(records.id, input.recordId), eq(records.projectId, project.id)));
  if (!record) throw notFound("Record");
  const { env, ...asked } = await input.fields();
  const wanted =
    env === undefined ? undefined : findEnvironment(await readEnvironments(ctx.db, project.id), env);
  if (env !== undefined && !wanted) return { items: [], next: undefined, ...(asked.count && { total: 0 }) };
  const where = and(eq(overrides.recordId, record.id), wanted && eq(overrides.environmentId, wanted.id));
  return readPage(ctx.db, list, { ...asked, where }, (rows) =>
    rows.map(({ flagKey, environmentName: name, environmentKey: key, ...override }) =>
      toOverride(override, {
        flag: { key: flagKey },
        environment: { id: override.environmentId, name, key },
      }),
    ),
  );
});
