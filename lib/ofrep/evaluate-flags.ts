import { requireEnvironmentOfKey } from "@/lib/environments/environment-of-key";
import { Decider, hasManyRules } from "@/lib/evaluation/decider";
import { isKnown, revalidated } from "@/lib/evaluation/revalidated";
import { countAnswer, countAnswers } from "@/lib/flag-use/uses";
import type { Actor } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { type Steps, turns } from "@/lib/platform/process/turns";
import { evaluateFlag, evaluateFlags } from "./contract";
import { bodyOf, type Evaluations, evaluationOf, evaluationsOf } from "./evaluations";
import { withEventStreams } from "./event-streams";
import { flagsOfSubject } from "./flags-of-subject";
import { type Asked, requireSubject, subjectInMemory } from "./subject";

type Context = {
  targetingKey?: string | undefined;
  env?: string | undefined;
  group?: string | undefined;
  flags?: string[] | undefined;
};

type Call = { actor: Actor; asked: Asked; context: Context };
/** Of all flags. */
type BulkCall = Call & { headers: Pick<Headers, "get"> };

/** From so many flags on an answer is made in turns with others' work. */
const atOnceMax = 300;

export const handleEvaluateFlags = implement(
  evaluateFlags,
  async (ctx, input) => {
    const { context } = await input.fields();
    const asked = await requireSubject(ctx, keyOf(context));
    const { headers } = ctx;
    const evaluations = await turns().run(allOf({ actor: ctx.actor, asked, context, headers }));
    if (isKnown(headers, evaluations.etag)) return revalidated({ ...evaluations, body: noBody }, headers);
    const body = await turns().run(bodyOf(evaluations), true);
    return revalidated({ ...evaluations, body }, headers);
  },
  ({ actor, headers, fields }) => {
    const { context } = fields();
    const asked = subjectInMemory(actor, keyOf(context));
    if (!asked) return undefined;
    const { candidates } = placeOf({ actor, asked, context });
    const { group, globals } = candidates;
    if (group.length + globals.size > atOnceMax || hasManyRules(asked.project, group)) return undefined;
    const evaluations = atOnce(allOf({ actor, asked, context, headers }));
    return revalidated({ ...evaluations, body: () => atOnce(bodyOf(evaluations)) }, headers);
  },
);

export const handleEvaluateFlag = implement(
  evaluateFlag,
  async (ctx, input) => {
    const { context } = await input.fields();
    const asked = await requireSubject(ctx, keyOf(context));
    return oneOf({ actor: ctx.actor, asked, context }, input.key);
  },
  ({ actor, params, fields }) => {
    const { context } = fields();
    const asked = subjectInMemory(actor, keyOf(context));
    return asked && oneOf({ actor, asked, context }, params.key);
  },
);

const noBody = Buffer.alloc(0);

function* allOf(call: BulkCall): Steps<Evaluations> {
  const { environment, candidates } = placeOf(call);
  const { asked, context } = call;
  const wanted = context.flags && new Set(context.flags);
  const { subject } = asked;
  const decider = deciderOf(call, environment);
  const evaluations = yield* evaluationsOf(candidates, { subject, decider }, environment, wanted);
  countAnswers({ projectId: asked.project.projectId, environmentId: environment.id }, evaluations.texts);
  const named = context.env === undefined ? undefined : environment.key;
  return withEventStreams(evaluations, { ...call, named });
}

/** @throws {AppError} `not_found` */
function oneOf(call: Call, key: string) {
  const { environment, candidates } = placeOf(call);
  const found = evaluationOf(candidates, deciderOf(call, environment), environment, key);
  if (!found) throw notFound("Flag");
  const { projectId } = call.asked.project;
  countAnswer({ projectId, environmentId: environment.id }, found.counted);
  return found.evaluation;
}

const deciderOf = ({ asked: { project, subject }, context }: Call, environment: { id: string }) =>
  new Decider({ project, environment, ...subject, context });

function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * The environment and the flags that a call is about. Without flags for a misspelled environment, an app would have fallbacks
 * and no way to notice.
 * @throws {AppError} `not_found` for an unknown environment
 */
function placeOf({ actor, asked, context }: Call) {
  const { project, globals, subject } = asked;
  const environment = requireEnvironmentOfKey(actor, project.environments, context.env);
  const ofEnvironment = globals.flags.get(environment.id);
  return { environment, candidates: flagsOfSubject(project, ofEnvironment, subject, context.group) };
}

/** Providers also send an empty key for nobody in particular. */
const keyOf = ({ targetingKey }: Context) => targetingKey || undefined;
