import { LRUCache } from "lru-cache";
import { findEnvironment } from "@/lib/environments/find-environment";
import type { EnvironmentSnapshot } from "@/lib/environments/read-environments";
import type { Answer } from "@/lib/operations/answer";
import { implement } from "@/lib/operations/implement";
import { lazily, singleton } from "@/lib/platform/singleton";
import { resolveFlags } from "./contract";
import { type Evaluated, evaluatedInMemory, requireEvaluated } from "./require-evaluated";
import { resolvedJson } from "./resolved-json";
import { revalidated, type Tagged, taggedBody } from "./revalidated";
import type { ProjectFlags, RecordSnapshot } from "./snapshots";

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

function answerFor(
  { project, record }: Evaluated,
  env: string | undefined,
  headers: Pick<Headers, "get">,
): Answer {
  const environment = findEnvironment(project.environments, env);
  return revalidated(resolvedBody(project, record, environment), headers);
}

const bodies = lazily(() =>
  singleton(
    "resolved flags",
    () =>
      new LRUCache<string, Tagged & { sourceVersions: string }>({
        maxSize: 64 * 1024 * 1024,
        sizeCalculation: ({ body }) => body.length + 500,
      }),
  ),
);

/** Kept for as long as both snapshots are the same, because SDKs ask again and again. */
function resolvedBody(
  project: ProjectFlags,
  record: RecordSnapshot,
  environment: EnvironmentSnapshot | undefined,
): Tagged {
  const key = `${environment?.id ?? project.projectId} ${record.id}`;
  const sourceVersions = `${project.version} ${record.version}`;
  const kept = bodies().get(key);
  if (kept?.sourceVersions === sourceVersions) return kept;
  const made = taggedBody(resolvedJson(project, record, environment));
  bodies().set(key, { ...made, sourceVersions });
  return made;
}
