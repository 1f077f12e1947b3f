import { eq } from "drizzle-orm";
import { groupFlags } from "@/db/schema/flags";
import { isUniqueViolation } from "@/db/unique-violation";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { requireAllConfirmed } from "@/lib/environments/require-confirmed";
import { requireOwner } from "@/lib/flag-use/described";
import { lastEvaluatedAt } from "@/lib/flag-use/with-evaluations";
import { requirePercentage, storedRollout } from "@/lib/flag-values/stored-rollout";
import { addedBytes } from "@/lib/flag-values/stored-values";
import { requireSatisfiedAfter } from "@/lib/flag-values/value-schema/require-satisfied";
import { transaction } from "@/lib/operations/context";
import { changeRow } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import {
  additionsOf,
  requireServedVariants,
  type StoredTargeting,
  storedTargeting,
  targetingSize,
} from "@/lib/targeting/stored-targeting";
import { updateGroupFlag } from "./flag-changes/contract";
import { holdNeeds, holdTargeting } from "./hold-targeting";
import { groupFlagTaken, requireGroup, requireGroupFlag } from "./require-group";
import { toGroupFlag } from "./to-group";

export const handleUpdateGroupFlag = implement(updateGroupFlag, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const group = await requireGroup(ctx, project.id, input.groupId);
  const found = await requireGroupFlag(ctx, group.id, input.groupFlagId);
  const { type, onValue, offValue, variants, valueSchema, rules, prerequisites, ...fields } =
    await input.fields();
  const { defaultPercentage, rolloutBasisPoints, ...plain } = fields;
  await requireOwner(ctx, project, plain.ownerId, found.ownerId);
  const given = { type, onValue, offValue, variants, valueSchema };
  requireSatisfiedAfter(ctx, project.teamId, given, found);
  await requireAllConfirmed(ctx, project.id);
  const targeting = storedTargeting({ rules, prerequisites });
  const share = { named: "defaultPercentage", percentage: defaultPercentage, rolloutBasisPoints } as const;
  const { percentage, ...rollout } = storedRollout(share);
  const changes = {
    ...plain,
    ...targeting,
    ...rollout,
    ...(percentage !== undefined && { defaultPercentage: percentage }),
  };
  const before = found as StoredTargeting;
  const additions = [
    { name: "flagValueBytes", ownerId: project.id, adding: addedBytes(given, found) },
    ...additionsOf(project.id, targetingSize(before), targetingSize({ ...before, ...targeting })),
  ] as const;
  const place = { projectId: project.id, groupId: group.id, key: plain.key ?? found.key };
  const evaluatedAt = await lastEvaluatedAt(ctx.db, { projectId: project.id, kind: "group" }, found);
  try {
    return await withinQuotas(ctx, additions, (within) =>
      transaction(within, async (inner) => {
        await holdTargeting(inner, place, targeting);
        if (variants !== undefined || place.key !== found.key)
          await holdNeeds(inner, found, { ...place, variants });
        return changeRow(inner, groupFlags, {
          found,
          find: () => requireGroupFlag(inner, group.id, input.groupFlagId),
          show: (row) => toGroupFlag(row, evaluatedAt),
          changes: (row) => {
            requirePercentage(share, row);
            const after = { ...changes, ...requireSatisfiedAfter(inner, project.teamId, given, row) };
            requireServedVariants({ ...(row as StoredTargeting), ...targeting }, { ...row, ...after });
            return after;
          },
          where: eq(groupFlags.id, found.id),
          after: () => forgetFlags(project.id),
        });
      }),
    );
  } catch (error) {
    if (isUniqueViolation(error)) throw groupFlagTaken(plain.key ?? found.key);
    throw error;
  }
});
