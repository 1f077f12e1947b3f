import { environmentOfKey } from "@/lib/environments/environment-of-key";
import { revalidated } from "@/lib/evaluation/revalidated";
import type { Actor } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { type Implementation, implement } from "@/lib/operations/implement";
import type { Operation, PathParams, Result } from "@/lib/operations/operation";
import { evaluateFlag, evaluateFlags } from "./contract";
import { evaluationOf, evaluationsOf, noEvaluations } from "./evaluations";
import { flagsOfSubject } from "./flags-of-subject";
import { type Asked, requireSubject, subjectInMemory } from "./subject";

type Context = {
  targetingKey?: string | undefined;
  env?: string | undefined;
  group?: string | undefined;
  flags?: string[] | undefined;
};

type Call<O extends Operation> = {
  actor: Actor;
  asked: Asked;
  context: Context;
  params: PathParams<O>;
  headers: Pick<Headers, "get">;
};

export const handleEvaluateFlags = evaluating(evaluateFlags, (call) => {
  const { environment, candidates } = placeOf(call);
  const { context, asked, headers } = call;
  const wanted = context.flags && new Set(context.flags);
  const answer = environment
    ? evaluationsOf(candidates, asked.subject, environment, wanted)
    : noEvaluations();
  return revalidated(answer, headers);
});

export const handleEvaluateFlag = evaluating(evaluateFlag, (call) => {
  const { environment, candidates } = placeOf(call);
  const { subject } = call.asked;
  const evaluation = environment && evaluationOf(candidates, subject, environment, call.params.key);
  if (!evaluation) throw notFound("Flag");
  return evaluation;
});

/** The environment and the flags that a call is about. */
function placeOf({ actor, asked, context }: Pick<Call<Operation>, "actor" | "asked" | "context">) {
  const { project, globals, subject } = asked;
  const environment = environmentOfKey(actor, project.environments, context.env);
  const ofEnvironment = environment && globals.flags.get(environment.id);
  return { environment, candidates: flagsOfSubject(project, ofEnvironment, subject, context.group) };
}

/** An operation that asks about the subject which is the targeting key of its context. */
function evaluating<O extends typeof evaluateFlags | typeof evaluateFlag>(
  operation: O,
  answer: (call: Call<O>) => Result<O>,
): Implementation<O> {
  return implement<O>(
    operation,
    async (ctx, input) => {
      const { context } = await input.fields();
      const asked = await requireSubject(ctx, keyOf(context));
      return answer({ actor: ctx.actor, asked, context, params: input, headers: ctx.headers });
    },
    ({ actor, params, headers, fields }) => {
      const { context } = fields();
      const asked = subjectInMemory(actor, keyOf(context));
      return asked && answer({ actor, asked, context, params, headers });
    },
  );
}

/** Providers also send an empty key for nobody in particular. */
const keyOf = ({ targetingKey }: Context) => targetingKey || undefined;
