import { eq } from "drizzle-orm";
import { groupFlags } from "@/db/schema/flags";
import { isUniqueViolation } from "@/db/unique-violation";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { requireOwner } from "@/lib/flag-use/described";
import { lastEvaluatedAt } from "@/lib/flag-use/with-evaluations";
import { requirePercentage, storedRollout } from "@/lib/flag-values/stored-rollout";
import { addedBytes, changedValues } from "@/lib/flag-values/stored-values";
import { changeRow } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { updateGroupFlag } from "./contract";
import { groupFlagTaken, requireGroup, requireGroupFlag } from "./require-group";
import { toGroupFlag } from "./to-group";

export const handleUpdateGroupFlag = implement(updateGroupFlag, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const group = await requireGroup(ctx, project.id, input.groupId);
  const find = () => requireGroupFlag(ctx, group.id, input.groupFlagId);
  const found = await find();
  const { type, onValue, offValue, variants, defaultPercentage, rolloutBasisPoints, ...plain } =
    await input.fields();
  await requireOwner(ctx, project, plain.ownerId, found.ownerId);
  const given = { type, onValue, offValue, variants };
  const share = { named: "defaultPercentage", percentage: defaultPercentage, rolloutBasisPoints } as const;
  const { percentage, ...rollout } = storedRollout(share);
  const changes = {
    ...plain,
    ...rollout,
    ...(percentage !== undefined && { defaultPercentage: percentage }),
  };
  const evaluatedAt = await lastEvaluatedAt(ctx.db, { projectId: project.id, kind: "group" }, found);
  const adding = { name: "flagValueBytes", ownerId: project.id, adding: addedBytes(given, found) } as const;
  try {
    return await withinQuotas(ctx, [adding], (inner) =>
      changeRow(inner, groupFlags, {
        ...{ found, find, show: (row) => toGroupFlag(row, evaluatedAt) },
        changes: (row) => {
          requirePercentage(share, row);
          return { ...changes, ...changedValues(given, row) };
        },
        where: eq(groupFlags.id, found.id),
        after: () => forgetFlags(project.id),
      }),
    );
  } catch (error) {
    if (isUniqueViolation(error)) throw groupFlagTaken(plain.key ?? found.key);
    throw error;
  }
});
