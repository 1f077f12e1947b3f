import { and, eq } from "drizzle-orm";
import { flags } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { requireConfirmed } from "@/lib/environments/require-confirmed";
import { requireOwner } from "@/lib/flag-use/described";
import { lastEvaluatedAt } from "@/lib/flag-use/with-evaluations";
import { requirePercentage, storedRollout } from "@/lib/flag-values/stored-rollout";
import { addedBytes } from "@/lib/flag-values/stored-values";
import { requireSatisfiedAfter } from "@/lib/flag-values/value-schema/require-satisfied";
import { changeRow } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { updateFlag } from "./contract";
import { requireFlag } from "./require-flag";
import { toFlag } from "./to-flag";

export const handleUpdateFlag = implement(updateFlag, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const find = () => requireFlag(ctx, project.id, input.flagId);
  const { flag: found, environment } = await find();
  const { type, onValue, offValue, variants, valueSchema, rollout, rolloutBasisPoints, ...plain } =
    await input.fields();
  await requireOwner(ctx, project, plain.ownerId, found.ownerId);
  const given = { type, onValue, offValue, variants, valueSchema };
  requireSatisfiedAfter(ctx, project.teamId, given, found);
  requireConfirmed(ctx, [environment]);
  const { percentage, ...steps } = storedRollout({
    named: "rollout",
    percentage: rollout,
    rolloutBasisPoints,
  });
  const changes = { ...plain, ...steps, ...(percentage !== undefined && { rollout: percentage }) };
  const evaluatedAt = await lastEvaluatedAt(ctx.db, { projectId: project.id, kind: "global" }, found);
  const adding = { name: "flagValueBytes", ownerId: project.id, adding: addedBytes(given, found) } as const;
  return withinQuotas(ctx, [adding], (inner) =>
    changeRow(inner, flags, {
      found,
      changes: (row) => {
        requirePercentage({ named: "rollout", percentage: rollout, rolloutBasisPoints }, row);
        return { ...changes, ...requireSatisfiedAfter(inner, project.teamId, given, row) };
      },
      find: async () => (await find()).flag,
      where: and(eq(flags.projectId, project.id), eq(flags.id, found.id)),
      besides: { rolledAt: null },
      show: (flag) => toFlag(project.referenceId, { flag, environment, lastEvaluatedAt: evaluatedAt }),
      after: () => forgetFlags(project.id),
    }),
  );
});
