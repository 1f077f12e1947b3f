import { LRUCache } from "lru-cache";
import { requireEnvironmentOfKey } from "@/lib/environments/environment-of-key";
import { revalidated } from "@/lib/evaluation/revalidated";
import { readAnswers } from "@/lib/flag-stream/read-answers";
import { requireSubject } from "@/lib/ofrep/subject";
import { entityTag } from "@/lib/operations/entity-tag";
import { implement } from "@/lib/operations/implement";
import { turns } from "@/lib/platform/process/turns";
import { singleton } from "@/lib/platform/singleton";
import { getFlagSnapshot } from "./contract";
import { askedFields, snapshotBody } from "./snapshot-body";
import { snapshotRecords } from "./snapshot-records";

type Kept = { version: string; etag: string; body: Buffer };

/** By project and environment: every process of a team asks for the same, again and again. */
const kept = () =>
  singleton(
    "flag snapshots",
    () =>
      new LRUCache<string, Kept>({
        maxSize: 64 * 1024 * 1024,
        sizeCalculation: ({ body }) => body.length + 500,
      }),
  );

export const handleGetFlagSnapshot = implement(getFlagSnapshot, async (ctx, input) => {
  const { project, globals } = await requireSubject(ctx, undefined);
  const { env } = await input.fields();
  const environment = requireEnvironmentOfKey(ctx.actor, project.environments, env);
  const place = { projectId: project.projectId, environmentId: environment.id };
  // First, so that what changes meanwhile is seen the next time.
  const answers = (await readAnswers([place.projectId])).get(place.projectId);
  // With those of memory, which may be behind it for a moment.
  const version = `${project.version} ${globals.changes} ${answers?.ofAll} ${answers?.ofOne.get(environment.id)}`;
  const name = `${place.projectId} ${place.environmentId}`;
  const known = kept().get(name);
  if (known?.version === version) return revalidated(known, ctx.headers);
  const records = await snapshotRecords(place, await fieldsOf(project));
  const ofEnvironment = globals.flags.get(environment.id) ?? new Map();
  const body = await turns().run(snapshotBody({ project, environment, globals: ofEnvironment, records }));
  const made = { version, etag: entityTag(body), body };
  kept().set(name, made);
  return revalidated(made, ctx.headers);
});

/** By a project's flags, which live for as long as none of them changes. */
const fields = new WeakMap<object, Promise<string[]>>();

function fieldsOf(project: Parameters<typeof askedFields>[0]): Promise<string[]> {
  const found = fields.get(project);
  if (found) return found;
  const asking = turns().run(askedFields(project));
  fields.set(project, asking);
  return asking;
}
