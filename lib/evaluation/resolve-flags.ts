import { environmentOfKey } from "@/lib/environments/environment-of-key";
import { countList } from "@/lib/flag-use/uses";
import type { Answer } from "@/lib/operations/answer";
import type { Actor } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { turns } from "@/lib/platform/process/turns";
import { lazily } from "@/lib/platform/singleton";
import { resolveFlags } from "./contract";
import { Decider, hasManyRules } from "./decider";
import { isAtHand, keptBody } from "./kept-bodies";
import { type Evaluated, evaluatedInMemory, requireEvaluated } from "./require-evaluated";
import { answersOf, resolvedJson } from "./resolved-json";
import { revalidated } from "./revalidated";

type Call = { actor: Actor; env: string | undefined; headers: Pick<Headers, "get"> };

export const handleResolveFlags = implement(
  resolveFlags,
  async (ctx, input) => {
    const evaluated = await requireEvaluated(ctx, input.recordId);
    const { env } = await input.fields();
    const asked = askedOf(evaluated, { ...ctx, env });
    if (isLong(asked, ctx.headers)) await turns().run(asked.decider().prepare(asked.flags));
    return answerFor(asked, ctx.headers);
  },
  ({ actor, params, headers, fields }) => {
    const evaluated = evaluatedInMemory(actor, params.recordId);
    if (!evaluated) return undefined;
    const asked = askedOf(evaluated, { actor, env: fields().env, headers });
    return isLong(asked, headers) ? undefined : answerFor(asked, headers);
  },
);

type Asked = ReturnType<typeof askedOf>;

function askedOf({ project, record }: Evaluated, { actor, env }: Call) {
  const environment = environmentOfKey(actor, project.environments, env);
  const flags = project.groupFlags.get(record.groupId) ?? [];
  const decider = lazily(() => new Decider({ project, environment, key: record.id, record }));
  return { project, record, environment, flags, decider };
}

/** Whether so many rules have to be looked at that others must have their turns meanwhile. */
const isLong = (asked: Asked, headers: Pick<Headers, "get">) =>
  hasManyRules(asked.project, asked.flags) && !isAtHand(asked, headers);

function answerFor({ project, record, environment, decider }: Asked, headers: Pick<Headers, "get">): Answer {
  const make = () => resolvedJson(project, record, environment, decider());
  const body = keptBody({ project, record, environment }, make);
  if (environment) {
    const place = { projectId: project.projectId, environmentId: environment.id };
    countList(place, { list: answersOf(project, record), others: body.others });
  }
  return revalidated(body, headers);
}
