import KSUID from "ksuid";
import { groupFlags } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { requireOwner } from "@/lib/flag-use/described";
import { newRollout } from "@/lib/flag-values/stored-rollout";
import { newValues, valueBytes } from "@/lib/flag-values/stored-values";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { createGroupFlag } from "./contract";
import { groupFlagTaken, requireGroup } from "./require-group";
import { toGroupFlag } from "./to-group";

export const handleCreateGroupFlag = implement(createGroupFlag, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const group = await requireGroup(ctx, project.id, input.groupId);
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
  const additions = [
    { name: "groupFlags", ownerId: project.id },
    { name: "flagValueBytes", ownerId: project.id, adding: valueBytes(values) },
  ] as const;
  const fields = {
    name,
    key,
    defaultEnabled,
    defaultPercentage: percentage,
    ...rollout,
    ...values,
    ...words,
  };
  const [flag] = await withinQuotas(ctx, additions, ({ db }) =>
    db
      .insert(groupFlags)
      .values({ ...fields, id: KSUID.randomSync().string, groupId: group.id, salt: key })
      .onConflictDoNothing({ target: [groupFlags.groupId, groupFlags.key] })
      .returning(),
  );
  if (!flag) throw groupFlagTaken(key);
  ctx.after(() => forgetFlags(project.id));
  return toGroupFlag(flag);
});
