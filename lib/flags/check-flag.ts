import { projectInMemory, requireProject } from "@/lib/auth/access";
import { requireEnvironmentOfKey } from "@/lib/environments/environment-of-key";
import type { EnvironmentSnapshot } from "@/lib/environments/read-environments";
import { toEnvironmentName } from "@/lib/environments/to-environment";
import { countedAnswer } from "@/lib/evaluation/counted";
import { decisionOf, preparedOf } from "@/lib/evaluation/decision";
import { outcomes, outcomesFor, preparedFlag } from "@/lib/evaluation/rollout";
import { countAnswer } from "@/lib/flag-use/uses";
import type { FlagValue } from "@/lib/flag-values/contract";
import type { Actor } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { scopesFor } from "@/lib/operations/scope";
import { checkFlag } from "./contract";
import { type GlobalFlagSnapshot, type KnownFlags, knownFlags } from "./known-flags";
import { knownRoll, type RollResult, rollFlag } from "./roll-flag";

const groupFlagHint =
  "This path evaluates global flags. Evaluate flags of a group with OFREP or GET /api/flags/:recordId.";

export const handleCheckFlag = implement(
  checkFlag,
  async (ctx, input) => {
    const { id: projectId } = await requireProject(ctx, { referenceId: input.projectId });
    const { project } = await knownFlags().get(projectId);
    if (!project) throw notFound("Project");
    const { env, targetingKey } = await input.fields();
    const found = findFlag(ctx.actor, { projectId, ...project }, input.flagKey, env);
    if (targetingKey !== undefined) return decided(found, targetingKey);
    return rolled(found, await rollFlag(ctx, projectId, found.flag));
  },
  ({ actor, params, fields }) => {
    const known = projectInMemory(actor, params.projectId, scopesFor(checkFlag));
    const project = known && knownFlags().peek(known.id)?.project;
    if (!project) return undefined;
    const { env, targetingKey } = fields();
    const found = findFlag(actor, { projectId: known.id, ...project }, params.flagKey, env);
    if (targetingKey !== undefined) return decided(found, targetingKey);
    const roll = knownRoll(found.flag, Date.now());
    return roll && rolled(found, roll);
  },
);

type Found = { projectId: string; flag: GlobalFlagSnapshot; environment: EnvironmentSnapshot };

type Project = KnownFlags & { projectId: string };

/** @throws {AppError} `not_found`, and `forbidden` for a key of another environment */
function findFlag(actor: Actor, project: Project, key: string, env: string | undefined): Found {
  const { projectId, environments, flags } = project;
  const environment = requireEnvironmentOfKey(actor, environments, env);
  const flag = flags.get(environment.id)?.get(key);
  if (!flag) throw notFound("Flag", groupFlagHint);
  return { projectId, flag, environment };
}

/** Where the answer is the same for everybody for a minute, so is the variant: it is drawn by the time of the roll. */
const outcomeOfRoll = ({ variants, ...flag }: GlobalFlagSnapshot, { on, drawnAt }: RollResult) =>
  on && flag.enabled
    ? outcomesFor(String(drawnAt))(preparedFlag({ ...flag, ...everybody }, variants))
    : outcomes.off;

const everybody = { rollout: 100, rolloutBasisPoints: null };

const decided = (found: Found, targetingKey: string) =>
  shown(found, outcomesFor(targetingKey)(preparedOf(found.flag)), "global");

const rolled = (found: Found, roll: RollResult) => shown(found, outcomeOfRoll(found.flag, roll), roll.source);

function shown({ projectId, flag, environment }: Found, outcome: number, source: RollResult["source"]) {
  const { enabled, rollout, isPlain, value, variant } = decisionOf(flag, outcome, "global");
  countAnswer({ projectId, environmentId: environment.id }, countedAnswer(flag, variant));
  return {
    ...{ enabled, rollout, source, environment: toEnvironmentName(environment) },
    ...(isPlain ? {} : { value: JSON.parse(value) as FlagValue, variant }),
  };
}
