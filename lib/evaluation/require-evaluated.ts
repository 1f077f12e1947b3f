import { requireScope } from "@/lib/auth/access";
import type { Ctx, KeyActor } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { type ProjectFlags, projectFlags, type RecordSnapshot, recordSnapshots } from "./snapshots";

export type Evaluated = { project: ProjectFlags; record: RecordSnapshot };

/**
 * A record and the flags of its project, for the calling key. From memory if both are there.
 * @throws {AppError} `unauthorized`, `not_found`, and `forbidden` for another scope and for a record of another project
 */
export async function requireEvaluated({ actor, scopes }: Ctx, recordId: string): Promise<Evaluated> {
  if (actor.kind !== "key") throw new AppError("unauthorized", "Missing API key");
  requireScope(actor, scopes);
  const { projectId } = actor.key;
  const project = projectFlags().peek(projectId)?.project ?? (await flagsOf(projectId));
  // The key was deleted together with its project.
  if (!project) throw new AppError("unauthorized", "Invalid or revoked API key");
  const { record } = recordSnapshots().peek(recordId) ?? (await recordSnapshots().get(recordId));
  if (!record) throw notFound("Record");
  // A record goes with its group and project, whose deletion does not evict each of their records.
  const home = record.projectId === projectId ? project : await flagsOf(record.projectId);
  if (!home?.groupFlags.has(record.groupId)) throw notFound("Record");
  if (home !== project) throw new AppError("forbidden", "API key does not have access to this project");
  return { project, record };
}

/** The same if both are in memory and the key may see the record; undefined otherwise. */
export function evaluatedInMemory({ key }: KeyActor, recordId: string): Evaluated | undefined {
  const { projectId } = key;
  const project = projectFlags().peek(projectId)?.project;
  const record = recordSnapshots().peek(recordId)?.record;
  const isHome = project && record?.projectId === projectId && project.groupFlags.has(record.groupId);
  return isHome ? { project, record } : undefined;
}

async function flagsOf(projectId: string): Promise<ProjectFlags | null> {
  return (await projectFlags().get(projectId)).project;
}
