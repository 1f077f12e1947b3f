import { groupFlags } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { requireAllConfirmed } from "@/lib/environments/require-confirmed";
import { requireOwner } from "@/lib/flag-use/described";
import { lastEvaluatedAt } from "@/lib/flag-use/with-evaluations";
import { valueBytes } from "@/lib/flag-values/stored-values";
import { requireSatisfiedAfter } from "@/lib/flag-values/value-schema/require-satisfied";
import { changeRow } from "@/lib/operations/change-row";
import type { Ctx } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import type { Fields } from "@/lib/operations/operation";
import { additionsOf, type StoredTargeting, targetingSize } from "@/lib/targeting/stored-targeting";
import { changedTargeting } from "./changed-targeting";
import { updateGroupFlag } from "./flag-changes/contract";
import { holdGroup, holdNeeds, holdTargeting } from "./hold-targeting";
import { groupFlagTaken, requireGroup, requireGroupFlag } from "./require-group";
import { toGroupFlag } from "./to-group";

type Given = Fields<typeof updateGroupFlag>;
type Place = { projectId: string; groupId: string; groupFlagId: string };

export const handleUpdateGroupFlag = implement(updateGroupFlag, (ctx, { fields, ...place }) =>
  changeRow(ctx, groupFlags, {
    fields,
    find: (inner, given) => findFlag(inner, place, given),
    change: changedColumns,
    additions: (after, before) => [
      {
        name: "flagValueBytes",
        ownerId: before.project.id,
        adding: valueBytes(after) - valueBytes(before),
      },
      ...additionsOf(before.project.id, sizeOf(before), sizeOf(after)),
    ],
    taken: ({ key }) => groupFlagTaken(key),
    show: ({ project: _, evaluatedAt, ...flag }) => toGroupFlag(flag, evaluatedAt),
    after: ({ project }) => forgetFlags(project.id),
  }),
);

type Found = Awaited<ReturnType<typeof findFlag>>;

const sizeOf = (flag: Pick<Found, "rules" | "prerequisites" | "textSearches">) =>
  targetingSize(flag as StoredTargeting);

async function findFlag(ctx: Ctx, place: Place, fields: () => Promise<Given>) {
  const project = await requireProject(ctx, { referenceId: place.projectId });
  const group = await requireGroup(ctx, project.id, place.groupId);
  const found = await requireGroupFlag(ctx, group.id, place.groupFlagId);
  const { key, variants, prerequisites } = await fields();
  // Who needs whom is a matter of the whole group.
  if (key !== undefined || variants !== undefined || prerequisites) await holdGroup(ctx, group.id);
  const flag = await requireGroupFlag(ctx, group.id, found.id, "no key update");
  const evaluatedAt = await lastEvaluatedAt(ctx.db, { projectId: project.id, kind: "group" }, flag);
  return { ...flag, project, evaluatedAt };
}

async function changedColumns({ project, ...flag }: Found, changes: Given, ctx: Ctx) {
  const { type, onValue, offValue, variants, valueSchema, ...others } = changes;
  const { defaultPercentage, rolloutBasisPoints, rules, prerequisites, ...plain } = others;
  await requireOwner(ctx, project, plain.ownerId, flag.ownerId);
  const given = { type, onValue, offValue, variants, valueSchema };
  const values = requireSatisfiedAfter(ctx, project.teamId, given, flag);
  await requireAllConfirmed(ctx, project.id);
  const share = { defaultPercentage, rolloutBasisPoints, rules, prerequisites };
  const { targeting, rollout } = changedTargeting(flag, share, values);
  const columns = { ...plain, ...targeting, ...rollout, ...values };
  const { key = flag.key } = plain;
  await holdTargeting(ctx, { projectId: project.id, groupId: flag.groupId, key }, targeting);
  if (variants !== undefined || key !== flag.key) await holdNeeds(ctx, flag, { key, variants });
  return columns;
}
