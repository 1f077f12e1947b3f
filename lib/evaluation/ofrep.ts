import { findEnvironment } from "@/lib/environments/find-environment";
import type { Ctx } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { invalid } from "@/lib/operations/read-body";
import { evaluateFlag, evaluateFlags } from "./contract";
import { targetingKeyMissing, targetingKeyPath } from "./ofrep-errors";
import { requireEvaluated } from "./require-evaluated";
import { type Resolved, resolveAll } from "./resolve";
import { revalidated, tagged } from "./revalidated";

export const handleEvaluateFlags = implement(evaluateFlags, async (ctx, input) => {
  const { context } = await input.fields();
  const evaluations = await evaluate(ctx, context);
  const wanted = context.flags && new Set(context.flags);
  const flags = wanted ? evaluations.filter(({ key }) => wanted.has(key)) : evaluations;
  return revalidated(tagged({ flags }), ctx.headers);
});

export const handleEvaluateFlag = implement(evaluateFlag, async (ctx, input) => {
  const { context } = await input.fields();
  const evaluation = (await evaluate(ctx, context)).find(({ key }) => key === input.key);
  if (!evaluation) throw notFound("Flag");
  return evaluation;
});

type Context = { targetingKey?: string | undefined; env?: string | undefined };

async function evaluate(ctx: Ctx, { targetingKey, env }: Context) {
  if (!targetingKey) throw invalid([{ path: targetingKeyPath, message: targetingKeyMissing }]);
  const { project, record } = await requireEvaluated(ctx, targetingKey);
  const environment = findEnvironment(project.environments, env);
  if (!environment) return [];
  return resolveAll(project, record, environment).map((resolved) => toEvaluation(resolved, environment.key));
}

type Reason = "DISABLED" | "TARGETING_MATCH" | "SPLIT" | "STATIC";

/** A decision in OFREP's terms. `value` is the final decision. */
export function toEvaluation(resolved: Resolved, environmentKey: string) {
  const { key, enabled, rollout, source } = resolved;
  return {
    key,
    value: enabled,
    reason: reasonOf(resolved),
    variant: enabled ? ("on" as const) : ("off" as const),
    metadata: { source, rollout, environment: environmentKey },
  };
}

function reasonOf({ switchedOn, source, rollout }: Resolved): Reason {
  if (!switchedOn) return "DISABLED";
  if (source === "record") return "TARGETING_MATCH";
  return rollout > 0 && rollout < 100 ? "SPLIT" : "STATIC";
}
