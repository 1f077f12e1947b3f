import { requireProject } from "@/lib/auth/access";
import { selectEnvironment } from "@/lib/environments/require-environment";
import { toEnvironmentName } from "@/lib/environments/to-environment";
import type { FlagValue } from "@/lib/flag-values/contract";
import { type GroupFlagRow, requireGroup, requireGroupFlag } from "@/lib/groups/require-group";
import type { Ctx } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import type { Output } from "@/lib/operations/operation";
import { requireQuotas } from "@/lib/operations/quota";
import { type Steps, turns } from "@/lib/platform/process/turns";
import { type Attributes, type Condition, heldOf } from "@/lib/targeting/conditions";
import { additionsOf, type StoredTargeting, targetingSize } from "@/lib/targeting/stored-targeting";
import { Decider } from "./decider";
import { preparedOf, targetingOf } from "./decision";
import { draftedFlag, isDraft, toSnapshot } from "./drafted-flag";
import { explainFlag, type FlagDraft } from "./explain/contract";
import { overrideKey } from "./held-flags";
import { bucketOf, percentageOf, variantBucketOf } from "./rollout";
import { type GroupFlagSnapshot, projectFlags, type RecordSnapshot, recordSnapshots } from "./snapshots";

type ExplainedRule = Output<typeof explainFlag>["rules"][number];

export const handleExplainFlag = implement(explainFlag, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const group = await requireGroup(ctx, project.id, input.groupId);
  const saved = await requireGroupFlag(ctx, group.id, input.groupFlagId);
  const { targetingKey, context, environmentKey, ...draft } = await input.fields();
  const environment = await selectEnvironment(ctx.db, project.id, environmentKey);
  // What this process remembers is what it answers by, a second after a change elsewhere at most.
  const { project: known } = await projectFlags().get(project.id);
  const cached = known?.groupFlags.get(group.id)?.find(({ id }) => id === saved.id);
  if (!known || !cached) throw notFound("Flag");
  const flag = isDraft(draft)
    ? await requireDraft(ctx, { projectId: project.id, saved, cached, draft })
    : cached;
  const key = targetingKey || undefined;
  const record = await recordOf(key, group.id);
  const decider = new Decider({ project: known, environment, key, record, context });
  await turns().run(decider.prepare([flag]));
  const { value, ...decision } = decider.decide(flag);
  return {
    version: flag === cached ? ("saved" as const) : ("draft" as const),
    targetingKey: key ?? null,
    isRecord: record !== undefined,
    environment: toEnvironmentName(environment),
    ...decision,
    source: decision.source === "record" ? ("record" as const) : ("group-default" as const),
    value: JSON.parse(value) as FlagValue,
    prerequisites: (targetingOf(flag)?.prerequisites ?? []).map((each) => ({
      ...each,
      met: decider.meets(group.id, each),
    })),
    override: overrideOf(record, flag, environment),
    rules: await turns().run(rulesOf(flag, decider, decision.rule)),
    bucket: key === undefined ? null : bucketOf(flag.salt, key),
    variantBucket: key === undefined || !flag.variants ? null : variantBucketOf(flag.salt, key),
  };
});

type Draft = { projectId: string; saved: GroupFlagRow; cached: GroupFlagSnapshot; draft: FlagDraft };

/**
 * The flag with unsaved fields. Quotas limit them too, because evaluation takes longer with more rules.
 * @throws {AppError} `invalid_request`, `quota_exceeded`
 */
async function requireDraft(
  ctx: Ctx,
  { projectId, saved, cached, draft }: Draft,
): Promise<GroupFlagSnapshot> {
  const flag = draftedFlag(saved, draft);
  await requireQuotas(ctx, additionsOf(projectId, sizeOf(saved), sizeOf(flag)));
  return toSnapshot(cached, flag);
}

const sizeOf = (flag: GroupFlagRow) => targetingSize(flag as StoredTargeting);

const recordId = /^[A-Za-z0-9_-]{1,128}$/;

async function recordOf(key: string | undefined, groupId: string): Promise<RecordSnapshot | undefined> {
  if (key === undefined || !recordId.test(key)) return undefined;
  const { record } = await recordSnapshots().get(key);
  return record?.groupId === groupId ? record : undefined;
}

function overrideOf(
  record: RecordSnapshot | undefined,
  { id }: GroupFlagSnapshot,
  environment: { id: string },
) {
  const override = record?.overrides.get(overrideKey(id, environment.id));
  if (!override) return null;
  const { enabled, rollout, rolloutBasisPoints, value } = override;
  const percentage = rollout === null ? null : percentageOf({ rollout, rolloutBasisPoints });
  return { enabled, rollout: percentage, hasValue: value !== undefined };
}

/** Rule by rule, because all conditions are looked at, not only those that decide. */
function* rulesOf(
  flag: GroupFlagSnapshot,
  { attributes, segments }: Decider,
  decisive: string | undefined,
): Steps<ExplainedRule[]> {
  const given = targetingOf(flag)?.rules ?? [];
  const explained: ExplainedRule[] = [];
  let isDecided = decisive === undefined;
  for (const [at, { label, conditions }] of (preparedOf(flag).targeting?.rules ?? []).entries()) {
    yield;
    const held = heldOf(conditions, attributes, segments);
    const isHeld = conditions.match === "all" ? !held.includes(false) : held.includes(true);
    explained.push({
      ...{ name: label, holds: isHeld, decides: isHeld && !isDecided },
      conditions: (given[at]?.conditions ?? []).map((each, place) => ({
        ...each,
        ...foundOf(each, attributes),
        holds: held[place] === true,
      })),
    });
    isDecided ||= isHeld;
  }
  return explained;
}

const foundMax = 200;

function foundOf(condition: Condition, attributes: Attributes): { found?: string } {
  if ("segment" in condition) return {};
  const value = attributes(condition.attribute);
  if (value === undefined) return {};
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return { found: text.length > foundMax ? `${text.slice(0, foundMax - 1)}…` : text };
}
