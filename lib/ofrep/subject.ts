import { requireScope } from "@/lib/auth/access";
import {
  type ProjectFlags,
  projectFlags,
  type RecordSnapshot,
  recordSnapshots,
} from "@/lib/evaluation/snapshots";
import { type KnownFlags, knownFlags } from "@/lib/flags/known-flags";
import type { Ctx, KeyActor } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";

/** Who is asked about: a record, anybody else by a key, or nobody in particular. */
export type Subject = { key: string | undefined; record: RecordSnapshot | undefined };
/** A subject with all flags of the project. */
export type Asked = { project: ProjectFlags; globals: KnownFlags; subject: Subject };

/** What an id of a record looks like: nothing else is looked for in the database. */
const recordId = /^[A-Za-z0-9_-]{1,128}$/;
const mayBeRecord = (key: string | undefined): key is string => key !== undefined && recordId.test(key);

/**
 * Whom a targeting key means, for the calling key. A record of another project is nobody's here, as one that does not
 * exist is: what there is elsewhere is not told, and a provider that is refused would keep the flags of whom it had before.
 * @throws {AppError} `unauthorized`, and `forbidden` for another scope
 */
export async function requireSubject({ actor, scopes }: Ctx, key: string | undefined): Promise<Asked> {
  if (actor.kind !== "key") throw new AppError("unauthorized", "Missing API key");
  requireScope(actor, scopes);
  const { projectId } = actor.key;
  const [flags, globals, known] = await Promise.all([
    projectFlags().peek(projectId) ?? projectFlags().get(projectId),
    knownFlags().peek(projectId) ?? knownFlags().get(projectId),
    mayBeRecord(key) ? (recordSnapshots().peek(key) ?? recordSnapshots().get(key)) : noRecord,
  ]);
  // The key was deleted together with its project.
  if (!flags.project || !globals.project) throw new AppError("unauthorized", "Invalid or revoked API key");
  return asked(flags.project, globals.project, key, known.record);
}

/** The same if all of it is in memory; undefined otherwise. */
export function subjectInMemory(
  { key: { projectId } }: KeyActor,
  key: string | undefined,
): Asked | undefined {
  const project = projectFlags().peek(projectId)?.project;
  const globals = knownFlags().peek(projectId)?.project;
  const known = mayBeRecord(key) ? recordSnapshots().peek(key) : noRecord;
  return project && globals && known ? asked(project, globals, key, known.record) : undefined;
}

const noRecord = { record: null };

function asked(
  project: ProjectFlags,
  globals: KnownFlags,
  key: string | undefined,
  record: RecordSnapshot | null,
): Asked {
  // A record goes with its group, whose deletion does not evict each of its records.
  const isOwn = record?.projectId === project.projectId && project.groupFlags.has(record.groupId);
  return { project, globals, subject: { key, record: isOwn ? record : undefined } };
}
