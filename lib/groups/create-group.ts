import { and, eq } from "drizzle-orm";
import KSUID from "ksuid";
import { flagGroups } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import type { Ctx } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { keyOrDefault } from "@/lib/operations/key-or-default";
import { withinQuotas } from "@/lib/operations/quota";
import { createGroup } from "./contract";
import { prefixesFor } from "./prefix";
import { type GroupRow, groupKeyTaken, prefixTaken } from "./require-group";
import { toGroup } from "./to-group";

export const handleCreateGroup = implement(createGroup, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const { key: givenKey, prefix, ...fields } = await input.fields();
  const key = keyOrDefault(givenKey, fields.name);
  const values = { ...fields, id: KSUID.randomSync().string, projectId: project.id, key };
  const group = await withinQuotas(ctx, [{ name: "groups", ownerId: project.id }], (inner) =>
    prefix ? insertGroup(inner, { ...values, prefix }) : insertWithFreePrefix(inner, values),
  );
  if (!group) throw prefixTaken(prefix ?? "");
  ctx.after(() => forgetFlags(project.id));
  return toGroup(project.referenceId, group);
});

type NewGroup = typeof flagGroups.$inferInsert;

/**
 * The group as stored, or undefined when its prefix is taken.
 * @throws {AppError} `conflict` when its key is taken
 */
async function insertGroup({ db }: Ctx, values: NewGroup): Promise<GroupRow | undefined> {
  const [group] = await db.insert(flagGroups).values(values).onConflictDoNothing().returning();
  if (group) return group;
  const [sameKey] = await db
    .select({ id: flagGroups.id })
    .from(flagGroups)
    .where(and(eq(flagGroups.projectId, values.projectId), eq(flagGroups.key, values.key)));
  if (sameKey) throw groupKeyTaken(values.key);
  return undefined;
}

async function insertWithFreePrefix(
  ctx: Ctx,
  values: Omit<NewGroup, "prefix">,
): Promise<GroupRow | undefined> {
  const rows = await ctx.db
    .select({ prefix: flagGroups.prefix })
    .from(flagGroups)
    .where(eq(flagGroups.projectId, values.projectId));
  const used = new Set(rows.map(({ prefix }) => prefix));
  for (const prefix of prefixesFor(values.name)) {
    if (used.has(prefix)) continue;
    // Somebody may take this prefix meanwhile; then the next one is tried.
    const group = await insertGroup(ctx, { ...values, prefix });
    if (group) return group;
  }
  return undefined;
}
