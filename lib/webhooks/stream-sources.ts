import { inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { projects } from "@/db/schema/projects";
import { webhooks } from "@/db/schema/webhooks";
import { lastSequencesOf, readCallsAfter } from "@/lib/mocks/calls/calls";
import { type MockCall, projectOfStream } from "@/lib/mocks/calls/contract";
import { isGuid } from "@/lib/operations/ids";
import { readCapturesAfter, toCapturedRequest } from "./captures";
import type { CapturedRequest } from "./contract";

/** What a stream is about: an inbox, or the calls of a project's mocks. */
export type StreamSource = { projectId: string; lastSequence: number };

/** By the names of streams in lower case: the id of an inbox, or the name that the calls of a project have. */
export async function streamSources(db: Db, names: readonly string[]): Promise<Map<string, StreamSource>> {
  const all = [...new Set(names.map((name) => name.toLowerCase()))];
  const logs = all.flatMap((name) => {
    const projectId = projectOfStream(name);
    return projectId && isGuid(projectId) ? [{ name, projectId }] : [];
  });
  const [inboxes, sequences] = await Promise.all([
    readInboxes(db, all.filter(isGuid)),
    readLogs(
      db,
      logs.map(({ projectId }) => projectId),
    ),
  ]);
  const found = new Map<string, StreamSource>(inboxes.map(({ id, ...source }) => [id, source]));
  for (const { name, projectId } of logs) {
    const lastSequence = sequences.get(projectId);
    if (lastSequence !== undefined) found.set(name, { projectId, lastSequence });
  }
  return found;
}

async function readInboxes(db: Db, ids: readonly string[]) {
  const { id, projectId, lastSequence } = webhooks;
  if (ids.length === 0) return [];
  return db
    .select({ id, projectId, lastSequence })
    .from(webhooks)
    .where(inArray(webhooks.id, [...ids]));
}

/** 0 for projects whose mocks were never called. */
async function readLogs(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const [found, sequences] = await Promise.all([
    db
      .select({ id: projects.id })
      .from(projects)
      .where(inArray(projects.id, [...ids])),
    lastSequencesOf(db, ids),
  ]);
  return new Map(found.map(({ id }) => [id, sequences.get(id) ?? 0]));
}

/** The next of a stream after a sequence, oldest first: as many as fit `bytesMax`, at least one. */
export async function readStreamAfter(
  db: Db,
  name: string,
  now: Date,
  page: { after: number; bytesMax: number },
): Promise<(CapturedRequest | MockCall)[]> {
  const projectId = projectOfStream(name);
  if (projectId !== undefined) return readCallsAfter(db, projectId, now, page);
  return (await readCapturesAfter(db, name, now, page.after, page.bytesMax)).map(toCapturedRequest);
}
