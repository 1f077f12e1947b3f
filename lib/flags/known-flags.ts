import { sql } from "drizzle-orm";
import { db } from "@/db/database";
import { rawRows } from "@/db/raw-rows";
import { type EnvironmentSnapshot, readEnvironments } from "@/lib/environments/read-environments";
import { readProjectVersion } from "@/lib/operations/project-version";
import { sharedCache } from "@/lib/platform/cache/shared-cache";
import { turns } from "@/lib/platform/process/turns";

export type FlagSnapshot = {
  id: string;
  key: string;
  environmentId: string;
  enabled: boolean;
  rollout: number;
  salt: string;
};

/** Environments and global flags of a project. */
export type KnownFlags = {
  /** The database's version of the flags, not newer than what was read. */
  changes: string;
  /** The default first, then oldest first. */
  environments: EnvironmentSnapshot[];
  /** By environment id, then key. */
  flags: Map<string, Map<string, FlagSnapshot>>;
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
  weight: { of: ({ project }) => entryBytes * (project ? sizeOf(project) : 1), max: 256 * MiB },
  load: readFlags,
  renew: renewFlags,
});

function sizeOf({ flags }: KnownFlags): number {
  let size = 1 + flags.size;
  for (const held of flags.values()) size += held.size;
  return size;
}

async function renewFlags(projectId: string, former: { project: KnownFlags | null }) {
  const isCurrent = former.project?.changes === (await readProjectVersion(projectId, "flags"));
  return isCurrent ? former : readFlags(projectId);
}

async function readFlags(projectId: string): Promise<{ project: KnownFlags | null }> {
  const changes = await readProjectVersion(projectId, "flags");
  if (changes === undefined) return { project: null };
  const [environments, rows] = await Promise.all([
    readEnvironments(projectId),
    rawRows<FlagSnapshot>(
      db(),
      sql`
        select id, key, environment_id as "environmentId", enabled, rollout, salt
        from flags where project_id = ${projectId}`,
    ),
  ]);
  const flags = await turns().run(byEnvironment(rows));
  return { project: { changes, environments, flags } };
}

/** In steps, because there may be tens of thousands. */
function* byEnvironment(rows: FlagSnapshot[]) {
  const held = new Map<string, Map<string, FlagSnapshot>>();
  for (const flag of rows) {
    const known = held.get(flag.environmentId);
    if (known) known.set(flag.key, flag);
    else held.set(flag.environmentId, new Map([[flag.key, flag]]));
    yield;
  }
  return held;
}
