import { and, eq } from "drizzle-orm";
import KSUID from "ksuid";
import { flags } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { requireConfirmed } from "@/lib/environments/require-confirmed";
import { selectEnvironment } from "@/lib/environments/require-environment";
import { requireOwner } from "@/lib/flag-use/described";
import { newRollout } from "@/lib/flag-values/stored-rollout";
import { newValues, valueBytes } from "@/lib/flag-values/stored-values";
import { requireSatisfied } from "@/lib/flag-values/value-schema/require-satisfied";
import { taken } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { keyOrDefault } from "@/lib/operations/key-or-default";
import { withinQuotas } from "@/lib/operations/quota";
import { createFlag } from "./contract";
import { toFlag } from "./to-flag";

export const handleCreateFlag = implement(createFlag, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const { environmentKey, id = KSUID.randomSync().string, name, enabled, ...given } = await input.fields();
  const { description, tags, ownerId } = given;
  await requireOwner(ctx, project, ownerId);
  const key = keyOrDefault(given.key, name);
  const { percentage, ...rollout } = newRollout({ ...given, named: "rollout", percentage: given.rollout });
  const values = newValues(given);
  requireSatisfied(ctx, project.teamId, values);
  const environment = await selectEnvironment(ctx.db, project.id, environmentKey);
  requireConfirmed(ctx, [environment]);
  const additions = [
    // The project first, as whoever moves the default does: near a bound each is locked.
    { name: "flagValueBytes", ownerId: project.id, adding: valueBytes(values) },
    { name: "flags", ownerId: environment.id },
  ] as const;
  const place = { id, projectId: project.id, environmentId: environment.id };
  const words = { description, tags, ownerId };
  const fields = { name, key, salt: key, enabled, rollout: percentage, ...rollout, ...values, ...words };
  const [flag] = await withinQuotas(ctx, additions, ({ db }) =>
    db
      .insert(flags)
      .values({ ...fields, ...place })
      .onConflictDoNothing()
      .returning(),
  );
  if (!flag) {
    const [sameId] = await ctx.db
      .select({ id: flags.id })
      .from(flags)
      .where(and(eq(flags.projectId, project.id), eq(flags.id, id)));
    if (sameId) throw taken("id", `A flag with the id ${id} exists in this project already`);
    throw taken("key", `A flag with the key ${key} exists in ${environment.name} already`);
  }
  ctx.after(() => forgetFlags(project.id));
  return toFlag(project.referenceId, { flag, environment });
});
