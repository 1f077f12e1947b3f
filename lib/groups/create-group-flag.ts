import KSUID from "ksuid";
import { groupFlags } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { requireAllConfirmed } from "@/lib/environments/require-confirmed";
import { requireOwner } from "@/lib/flag-use/described";
import { newRollout } from "@/lib/flag-values/stored-rollout";
import { newValues, valueBytes } from "@/lib/flag-values/stored-values";
import { requireSatisfied } from "@/lib/flag-values/value-schema/require-satisfied";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import {
  additionsOf,
  noTargeting,
  nothingBefore,
  requireServedVariants,
  storedTargeting,
  targetingSize,
} from "@/lib/targeting/stored-targeting";
import { createGroupFlag } from "./flag-changes/contract";
import { holdTargeting } from "./hold-targeting";
import { groupFlagTaken, requireGroup } from "./require-group";
import { toGroupFlag } from "./to-group";

export const handleCreateGroupFlag = implement(createGroupFlag, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const group = await requireGroup(ctx, project.id, input.groupId, "key share");
  const { name, key, defaultEnabled, defaultPercentage, rolloutBasisPoints, ...given } = await input.fields();
  const { description, tags, ownerId } = given;
  await requireOwner(ctx, project, ownerId);
  const words = { description, tags, ownerId };
  const { percentage, ...rollout } = newRollout({
    named: "defaultPercentage",
    percentage: defaultPercentage,
    rolloutBasisPoints,
  });
  const values = newValues(given);
  requireSatisfied(ctx, project.teamId, values);
  const targeting = { ...noTargeting, ...storedTargeting(given) };
  requireServedVariants(targeting, values);
  await requireAllConfirmed(ctx, project.id);
  const additions = [
    { name: "groupFlags", ownerId: project.id },
    { name: "flagValueBytes", ownerId: project.id, adding: valueBytes(values) },
    ...additionsOf(project.id, nothingBefore, targetingSize(targeting)),
  ] as const;
  const fields = {
    name,
    key,
    defaultEnabled,
    defaultPercentage: percentage,
    ...rollout,
    ...values,
    ...targeting,
    ...words,
  };
  const [flag] = await withinQuotas(ctx, additions, async (inner) => {
    await holdTargeting(inner, { projectId: project.id, groupId: group.id, key }, targeting);
    return inner.db
      .insert(groupFlags)
      .values({ ...fields, id: KSUID.randomSync().string, groupId: group.id, salt: key })
      .onConflictDoNothing({ target: [groupFlags.groupId, groupFlags.key] })
      .returning();
  });
  if (!flag) throw groupFlagTaken(key);
  ctx.after(() => forgetFlags(project.id));
  return toGroupFlag(flag);
});
