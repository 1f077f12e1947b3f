import { environmentOfKey } from "@/lib/environments/environment-of-key";
import { countList } from "@/lib/flag-use/uses";
import type { Answer } from "@/lib/operations/answer";
import type { Actor } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { resolveFlags } from "./contract";
import { keptBody } from "./kept-bodies";
import { type Evaluated, evaluatedInMemory, requireEvaluated } from "./require-evaluated";
import { answersOf, resolvedJson } from "./resolved-json";
import { revalidated } from "./revalidated";

export const handleResolveFlags = implement(
  resolveFlags,
  async (ctx, input) => {
    const evaluated = await requireEvaluated(ctx, input.recordId);
    const { env } = await input.fields();
    return answerFor(ctx.actor, evaluated, env, ctx.headers);
  },
  ({ actor, params, headers, fields }) => {
    const evaluated = evaluatedInMemory(actor, params.recordId);
    return evaluated && answerFor(actor, evaluated, fields().env, headers);
  },
);

function answerFor(
  actor: Actor,
  { project, record }: Evaluated,
  env: string | undefined,
  headers: Pick<Headers, "get">,
): Answer {
  const environment = environmentOfKey(actor, project.environments, env);
  const body = keptBody({ project, record, environment }, () => resolvedJson(project, record, environment));
  if (environment) {
    const place = { projectId: project.projectId, environmentId: environment.id };
    countList(place, { list: answersOf(project, record), others: body.others });
  }
  return revalidated(body, headers);
}
