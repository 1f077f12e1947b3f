import { type SQL, sql } from "drizzle-orm";
import { db } from "@/db/database";
import { rawRows } from "@/db/raw-rows";
import { type EnvironmentSnapshot, readEnvironments } from "@/lib/environments/read-environments";
import { readFlagChanges } from "@/lib/environments/read-flag-changes";
import type { FlagSnapshot } from "@/lib/evaluation/decision";
import { snapshotColumns } from "@/lib/evaluation/snapshot-columns";
import { readProjectVersion } from "@/lib/operations/project-version";
import { sharedCache } from "@/lib/platform/cache/shared-cache";
import { turns } from "@/lib/platform/process/turns";

export type GlobalFlagSnapshot = FlagSnapshot & { environmentId: string };

/** Environments and global flags of a project. */
export type KnownFlags = {
  /** The database's version of the flags, not newer than what was read. */
  changes: string;
  /** The default first, then oldest first. */
  environments: EnvironmentSnapshot[];
  /** By environment id, then key. */
  flags: Flags;
};

const MiB = 1024 * 1024;
/** Estimated memory of one flag or environment. */
const entryBytes = 400;

/**
 * Remembered global flags by project id; null means that there is no such project. Apart from the flags of groups,
 * because SDKs do without them, and there are as many as a project has keys and environments.
 */
export const knownFlags = sharedCache<{ project: KnownFlags | null }>("global flags", {
  max: 5000,
  // Twice, because as much is prepared for answers.
  weight: { of: ({ project }) => 2 * (project ? bytesOf(project) : entryBytes), max: 256 * MiB },
  load: readFlags,
  renew: renewFlags,
});

function bytesOf({ flags }: KnownFlags): number {
  let bytes = entryBytes * (1 + flags.size);
  for (const held of flags.values()) {
    bytes += entryBytes * held.size;
    for (const { valueBytes } of held.values()) bytes += valueBytes;
  }
  return bytes;
}

/** Reads only what has changed, if that is known. Flags without a change stay the same objects, with their rolls. */
async function renewFlags(projectId: string, former: { project: KnownFlags | null }) {
  const { project } = former;
  if (!project) return readFlags(projectId);
  const place = { projectId, kind: "flag", since: project.changes } as const;
  const changes = await readFlagChanges<GlobalFlagSnapshot>(place, (ids) =>
    flagsWhere(sql`project_id = ${projectId} and id = any (${ids})`),
  );
  // A change of an environment ends the rolls of its flags, which live as long as these objects.
  if (!changes || changes.parts) return readFlags(projectId);
  const { ids, rows, version } = changes;
  if (version === project.changes) return former;
  const flags = ids.size > 0 ? await turns().run(changed(project.flags, ids, rows)) : project.flags;
  return { project: { ...project, changes: version, flags } };
}

type Flags = Map<string, Map<string, GlobalFlagSnapshot>>;

function* changed(former: Flags, ids: ReadonlySet<string>, rows: readonly GlobalFlagSnapshot[]) {
  const held: Flags = new Map(former);
  for (const [environmentId, flags] of former) {
    const left = [...flags].filter(([, { id }]) => !ids.has(id));
    if (left.length < flags.size) held.set(environmentId, new Map(left));
    yield;
  }
  const arriving = yield* byEnvironment(rows);
  for (const [environmentId, flags] of arriving) {
    held.set(environmentId, new Map([...(held.get(environmentId) ?? []), ...flags]));
    yield;
  }
  return held;
}

async function readFlags(projectId: string): Promise<{ project: KnownFlags | null }> {
  const changes = await readProjectVersion(projectId, "flags");
  if (changes === undefined) return { project: null };
  const [environments, rows] = await Promise.all([
    readEnvironments(projectId),
    rawRows<GlobalFlagSnapshot>(db(), flagsWhere(sql`project_id = ${projectId}`)),
  ]);
  const flags = await turns().run(byEnvironment(rows));
  return { project: { changes, environments, flags } };
}

const flagsWhere = (condition: SQL) => sql`
  select id, key, environment_id as "environmentId", enabled, rollout, ${snapshotColumns(sql`flags`)}
  from flags where ${condition}`;

/** In steps, because there may be tens of thousands. */
function* byEnvironment(rows: readonly GlobalFlagSnapshot[]) {
  const held: Flags = new Map();
  for (const flag of rows) {
    const known = held.get(flag.environmentId);
    if (known) known.set(flag.key, flag);
    else held.set(flag.environmentId, new Map([[flag.key, flag]]));
    yield;
  }
  return held;
}
