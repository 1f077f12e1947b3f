import { findEnvironment } from "@/lib/environments/find-environment";
import { toEnvironmentName } from "@/lib/environments/to-environment";
import type { Answer } from "@/lib/operations/answer";
import { implement } from "@/lib/operations/implement";
import { resolveFlags } from "./contract";
import { keptBody } from "./kept-bodies";
import { type Evaluated, evaluatedInMemory, requireEvaluated } from "./require-evaluated";
import { resolveAll } from "./resolve";
import { revalidated } from "./revalidated";
import type { EnvironmentSnapshot } from "./snapshots";

export const handleResolveFlags = implement(
  resolveFlags,
  async (ctx, input) => {
    const evaluated = await requireEvaluated(ctx, input.recordId);
    const { env } = await input.fields();
    return answerFor(evaluated, env, ctx.headers);
  },
  ({ actor, params, headers, fields }) => {
    const evaluated = evaluatedInMemory(actor, params.recordId);
    return evaluated && answerFor(evaluated, fields().env, headers);
  },
);

function answerFor(evaluated: Evaluated, env: string | undefined, headers: Pick<Headers, "get">): Answer {
  const environment = findEnvironment(evaluated.project.environments, env);
  const body = keptBody("sdk", { ...evaluated, environment }, () => resolved(evaluated, environment));
  return revalidated(body, headers);
}

function resolved({ project, record }: Evaluated, environment: EnvironmentSnapshot | undefined) {
  const all = environment ? resolveAll(project, record, environment) : [];
  return {
    recordId: record.id,
    projectId: project.referenceId,
    environment: environment ? toEnvironmentName(environment) : null,
    flags: Object.fromEntries(
      all.map(({ key, enabled, rollout, source }) => [key, { enabled, rollout, source }]),
    ),
  };
}
