import { randomUUID } from "node:crypto";
import { asc, desc, eq } from "drizzle-orm";
import { db } from "@/db/database";
import { environments, flagGroups, flags, groupFlags, overrides, records } from "@/db/schema/flags";
import { projects } from "@/db/schema/projects";
import { sharedCache } from "@/lib/platform/cache/shared-cache";

export type EnvironmentSnapshot = {
  id: string;
  name: string;
  key: string;
  isDefault: boolean;
};
export type GroupFlagSnapshot = {
  id: string;
  key: string;
  defaultEnabled: boolean;
  defaultPercentage: number;
  salt: string;
};
export type FlagSnapshot = {
  id: string;
  key: string;
  environmentId: string;
  enabled: boolean;
  rollout: number;
  salt: string;
};

/** Environments and flags of a project. */
export type ProjectFlags = {
  /** Different each time that it is read from the database. */
  version: string;
  projectId: string;
  referenceId: string;
  /** The default first, then oldest first. */
  environments: EnvironmentSnapshot[];
  /** Global flags by environment id, then key. */
  flags: Map<string, Map<string, FlagSnapshot>>;
  /** Flags of groups by group id, oldest first. A group without flags has an empty list. */
  groupFlags: Map<string, GroupFlagSnapshot[]>;
};

export type OverrideSnapshot = { enabled: boolean | null; rollout: number | null };

/** A record with its overrides, by `overrideKey`. */
export type RecordSnapshot = {
  /** Different each time that it is read from the database. */
  version: string;
  id: string;
  projectId: string;
  groupId: string;
  overrides: Map<string, OverrideSnapshot>;
};

export const overrideKey = (groupFlagId: string, environmentId: string) => `${groupFlagId} ${environmentId}`;

const MiB = 1024 * 1024;
/** Estimated memory of one flag, override or environment. */
const entryBytes = 400;

/** Remembered flags by project id; null means that there is no such project. */
export const projectFlags = sharedCache<{ project: ProjectFlags | null }>("project flags", {
  max: 5000,
  weight: { of: ({ project }) => entryBytes * (project ? sizeOf(project) : 1), max: 256 * MiB },
  load: readProject,
});

/** Remembered records by id; null means that there is no such record. */
export const recordSnapshots = sharedCache<{ record: RecordSnapshot | null }>("flag records", {
  max: 100_000,
  weight: { of: ({ record }) => entryBytes * (1 + (record?.overrides.size ?? 0)), max: 128 * MiB },
  load: readRecord,
});

function sizeOf({ environments, flags, groupFlags }: ProjectFlags): number {
  const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0);
  const flagCount = sum([...flags.values()].map(({ size }) => size));
  return 1 + environments.length + flagCount + sum([...groupFlags.values()].map(({ length }) => length + 1));
}

async function readProject(projectId: string): Promise<{ project: ProjectFlags | null }> {
  const [[project], environmentRows, flagRows, groupRows] = await Promise.all([
    db().select({ referenceId: projects.referenceId }).from(projects).where(eq(projects.id, projectId)),
    db()
      .select()
      .from(environments)
      .where(eq(environments.projectId, projectId))
      .orderBy(desc(environments.isDefault), asc(environments.createdAt), asc(environments.id)),
    db().select().from(flags).where(eq(flags.projectId, projectId)),
    db()
      .select({ groupId: flagGroups.id, flag: groupFlags })
      .from(flagGroups)
      .leftJoin(groupFlags, eq(groupFlags.groupId, flagGroups.id))
      .where(eq(flagGroups.projectId, projectId))
      .orderBy(asc(groupFlags.createdAt), asc(groupFlags.id)),
  ]);
  if (!project) return { project: null };
  const byEnvironment = new Map<string, Map<string, FlagSnapshot>>();
  for (const { id, key, environmentId, enabled, rollout, salt } of flagRows) {
    const held = byEnvironment.get(environmentId) ?? new Map<string, FlagSnapshot>();
    byEnvironment.set(environmentId, held.set(key, { id, key, environmentId, enabled, rollout, salt }));
  }
  const byGroup = new Map<string, GroupFlagSnapshot[]>();
  for (const { groupId, flag } of groupRows) {
    const held = byGroup.get(groupId) ?? [];
    byGroup.set(groupId, held);
    if (!flag) continue;
    const { id, key, defaultEnabled, defaultPercentage, salt } = flag;
    held.push({ id, key, defaultEnabled, defaultPercentage, salt });
  }
  return {
    project: {
      version: randomUUID(),
      projectId,
      referenceId: project.referenceId,
      environments: environmentRows,
      flags: byEnvironment,
      groupFlags: byGroup,
    },
  };
}

async function readRecord(id: string): Promise<{ record: RecordSnapshot | null }> {
  const rows = await db()
    .select({ record: records, override: overrides })
    .from(records)
    .leftJoin(overrides, eq(overrides.recordId, records.id))
    .where(eq(records.id, id));
  const [first] = rows;
  if (!first) return { record: null };
  const { projectId, groupId } = first.record;
  const held = new Map<string, OverrideSnapshot>();
  for (const { override } of rows) {
    if (!override) continue;
    const { groupFlagId, environmentId, enabled, rollout } = override;
    held.set(overrideKey(groupFlagId, environmentId), { enabled, rollout });
  }
  return { record: { version: randomUUID(), id, projectId, groupId, overrides: held } };
}
