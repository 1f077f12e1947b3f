import { environmentOfKey } from "@/lib/environments/environment-of-key";
import type { EnvironmentSnapshot } from "@/lib/environments/read-environments";
import type { Answer } from "@/lib/operations/answer";
import type { Actor } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { type Implementation, implement } from "@/lib/operations/implement";
import type { Operation, PathParams, Result } from "@/lib/operations/operation";
import { invalid } from "@/lib/operations/read-body";
import { evaluateFlag, evaluateFlags } from "./contract";
import { keptBody } from "./kept-bodies";
import { targetingKeyMissing, targetingKeyPath } from "./ofrep-errors";
import { type Evaluated, evaluatedInMemory, requireEvaluated } from "./require-evaluated";
import { type Resolved, resolveAll } from "./resolve";
import { revalidated, tagged } from "./revalidated";

type Context = {
  targetingKey?: string | undefined;
  env?: string | undefined;
  flags?: string[] | undefined;
};

type Asked<O extends Operation> = {
  actor: Actor;
  evaluated: Evaluated;
  context: Context;
  params: PathParams<O>;
  headers: Pick<Headers, "get">;
};

export const handleEvaluateFlags = evaluating(evaluateFlags, ({ evaluated, context, actor, headers }) =>
  allOf(evaluated, { ...context, actor }, headers),
);

export const handleEvaluateFlag = evaluating(evaluateFlag, ({ evaluated, context, actor, params }) =>
  oneOf(evaluated, { ...context, actor }, params.key),
);

/** An operation that asks about the record which is the targeting key of its context. */
function evaluating<O extends typeof evaluateFlags | typeof evaluateFlag>(
  operation: O,
  answer: (asked: Asked<O>) => Result<O>,
): Implementation<O> {
  return implement<O>(
    operation,
    async (ctx, input) => {
      const { context } = await input.fields();
      const evaluated = await requireEvaluated(ctx, keyOf(context));
      return answer({ actor: ctx.actor, evaluated, context, params: input, headers: ctx.headers });
    },
    ({ actor, params, headers, fields }) => {
      const { context } = fields();
      const evaluated = evaluatedInMemory(actor, keyOf(context));
      return evaluated && answer({ actor, evaluated, context, params, headers });
    },
  );
}

/** @throws {AppError} `invalid_request` */
function keyOf({ targetingKey }: Context): string {
  if (targetingKey) return targetingKey;
  throw invalid([{ path: targetingKeyPath, message: targetingKeyMissing }]);
}

function allOf(
  evaluated: Evaluated,
  context: Context & { actor: Actor },
  headers: Pick<Headers, "get">,
): Answer {
  const environment = environmentOfKey(context.actor, evaluated.project.environments, context.env);
  const all = () => evaluations(evaluated, environment);
  if (!context.flags) {
    return revalidated(
      keptBody("ofrep", { ...evaluated, environment }, () => tagged({ flags: all() })),
      headers,
    );
  }
  const wanted = new Set(context.flags);
  return revalidated(tagged({ flags: all().filter(({ key }) => wanted.has(key)) }), headers);
}

/** @throws {AppError} `not_found` */
function oneOf(evaluated: Evaluated, { actor, env }: Context & { actor: Actor }, key: string) {
  const environment = environmentOfKey(actor, evaluated.project.environments, env);
  const evaluation = evaluations(evaluated, environment).find((each) => each.key === key);
  if (!evaluation) throw notFound("Flag");
  return evaluation;
}

function evaluations({ project, record }: Evaluated, environment: EnvironmentSnapshot | undefined) {
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
