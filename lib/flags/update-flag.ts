import { flags } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { requireConfirmed } from "@/lib/environments/require-confirmed";
import { requireOwner } from "@/lib/flag-use/described";
import { lastEvaluatedAt } from "@/lib/flag-use/with-evaluations";
import { requirePercentage, storedRollout } from "@/lib/flag-values/stored-rollout";
import { valueBytes } from "@/lib/flag-values/stored-values";
import { requireSatisfiedAfter } from "@/lib/flag-values/value-schema/require-satisfied";
import { changeRow } from "@/lib/operations/change-row";
import { implement } from "@/lib/operations/implement";
import { updateFlag } from "./contract";
import { requireFlag } from "./require-flag";
import { toFlag } from "./to-flag";

export const handleUpdateFlag = implement(updateFlag, (ctx, { projectId, flagId, fields }) =>
  changeRow(ctx, flags, {
    fields,
    find: async (inner) => {
      const project = await requireProject(inner, { referenceId: projectId });
      const { flag, environment } = await requireFlag(inner, project.id, flagId, "no key update");
      const evaluatedAt = await lastEvaluatedAt(inner.db, { projectId: project.id, kind: "global" }, flag);
      return { ...flag, project, environment, evaluatedAt };
    },
    change: async ({ project, environment, ...flag }, changes, inner) => {
      const { type, onValue, offValue, variants, valueSchema, rollout, rolloutBasisPoints, ...plain } =
        changes;
      await requireOwner(inner, project, plain.ownerId, flag.ownerId);
      const given = { type, onValue, offValue, variants, valueSchema };
      const values = requireSatisfiedAfter(inner, project.teamId, given, flag);
      requireConfirmed(inner, [environment]);
      const share = { named: "rollout", percentage: rollout, rolloutBasisPoints } as const;
      requirePercentage(share, flag);
      const { percentage, ...steps } = storedRollout(share);
      const columns = {
        ...plain,
        ...steps,
        ...(percentage !== undefined && { rollout: percentage }),
        ...values,
      };
      return Object.keys(columns).length === 0 ? columns : { ...columns, rolledAt: null };
    },
    additions: (after, before) => [
      {
        name: "flagValueBytes",
        ownerId: before.project.id,
        adding: valueBytes(after) - valueBytes(before),
      },
    ],
    show: ({ project, environment, evaluatedAt, ...flag }) =>
      toFlag(project.referenceId, { flag, environment, lastEvaluatedAt: evaluatedAt }),
    after: ({ project }) => forgetFlags(project.id),
  }),
);
