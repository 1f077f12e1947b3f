import { randomUUID } from "node:crypto";
import { asc, eq, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/database";
import { rawRows } from "@/db/raw-rows";
import { flagGroups } from "@/db/schema/flags";
import { projects } from "@/db/schema/projects";
import { type EnvironmentSnapshot, readEnvironments } from "@/lib/environments/read-environments";
import { type FlagChanges, readFlagChanges } from "@/lib/environments/read-flag-changes";
import { readProjectVersion } from "@/lib/operations/project-version";
import { withChanges } from "@/lib/operations/with-changes";
import { sharedCache } from "@/lib/platform/cache/shared-cache";
import { turns } from "@/lib/platform/process/turns";
import { type FlagSnapshot, type JsonText, snapshotColumns } from "./decision";
import type { Override } from "./rollout";

export type GroupFlagSnapshot = FlagSnapshot & {
  /** In seconds; flags are in the order of this, then of their ids. */
  createdAt: number;
};
export type GroupSnapshot = { id: string; key: string; prefix: string };
/** Environments of a project, and the flags of its groups. */
export type ProjectFlags = {
  /** Different each time that something of it was different in the database. */
  version: string;
  /** The database's version of all flags, not newer than what was read. */
  changes: string | undefined;
  projectId: string;
  referenceId: string;
  /** The default first, then oldest first. */
  environments: EnvironmentSnapshot[];
  /** Oldest first. */
  groups: GroupSnapshot[];
  /** Flags of groups by group id, oldest first. A group without flags has an empty list. */
  groupFlags: FlagsOfGroups;
};
type FlagsOfGroups = Map<string, GroupFlagSnapshot[]>;

export type OverrideSnapshot = Override & { value: JsonText | undefined };

/** A record with its overrides, by `overrideKey`. */
export type RecordSnapshot = {
  /** Different each time that it is read from the database. */
  version: string;
  id: string;
  projectId: string;
  groupId: string;
  overrides: Map<string, OverrideSnapshot>;
  /** What the values of the overrides have, as JSON. */
  valueBytes: number;
};

export const overrideKey = (groupFlagId: string, environmentId: string) => `${groupFlagId} ${environmentId}`;

/** The ids of the flags that a record has overrides for in an environment. */
export function overriddenFlags({ overrides }: RecordSnapshot, environmentId: string): string[] {
  const end = overrideKey("", environmentId);
  return [...overrides.keys()].flatMap((key) => (key.endsWith(end) ? [key.slice(0, -end.length)] : []));
}

const MiB = 1024 * 1024;
/** Estimated memory of one flag, override or environment. */
const entryBytes = 400;

/** Remembered flags of groups by project id; null means that there is no such project. */
export const projectFlags = sharedCache<{ project: ProjectFlags | null }>("project flags", {
  max: 5000,
  // With what is prepared for answers of two kinds.
  weight: { of: ({ project }) => 3 * (project ? bytesOf(project) : entryBytes), max: 256 * MiB },
  load: readProject,
  renew: renewProject,
});

/** Remembered records by id; null means that there is no such record. */
export const recordSnapshots = sharedCache<{ record: RecordSnapshot | null }>("flag records", {
  max: 100_000,
  weight: {
    of: ({ record }) => entryBytes * (1 + (record?.overrides.size ?? 0)) + (record?.valueBytes ?? 0),
    max: 128 * MiB,
  },
  load: readRecord,
});

function bytesOf({ environments, groupFlags }: ProjectFlags): number {
  let bytes = entryBytes * (1 + environments.length);
  for (const flags of groupFlags.values()) {
    bytes += entryBytes * (1 + flags.length);
    for (const { valueBytes } of flags) bytes += valueBytes;
  }
  return bytes;
}

/** Reads only what has changed, if that is known; lists of groups without a change stay the same objects. */
async function renewProject(projectId: string, former: { project: ProjectFlags | null }) {
  const { project } = former;
  if (project?.changes === undefined) return readProject(projectId);
  const place = { projectId, kind: "group flag", since: project.changes } as const;
  const changes = await readFlagChanges<GroupFlagRow>(place, (ids) =>
    groupFlagsWhere(sql`flag_groups.project_id = ${projectId} and flag.id = any (${ids})`),
  );
  if (!changes) return readProject(projectId);
  return changes.version === project.changes ? former : { project: await changed(project, changes) };
}

async function changed(project: ProjectFlags, changes: FlagChanges<GroupFlagRow>): Promise<ProjectFlags> {
  const { ids, rows, parts, version } = changes;
  const known = { ...project, changes: version };
  if (!parts && ids.size === 0) return known;
  const { projectId } = project;
  const [environments, groups] = parts
    ? await Promise.all([readEnvironments(projectId), readGroups(projectId)])
    : [project.environments, project.groups];
  const arriving = await turns().run(byGroup(groups, rows));
  const groupFlags = await turns().run(changedGroups(project.groupFlags, ids, arriving));
  return { ...known, version: randomUUID(), environments, groups, groupFlags };
}

function* changedGroups(former: FlagsOfGroups, ids: ReadonlySet<string>, arriving: FlagsOfGroups) {
  const held: FlagsOfGroups = new Map();
  for (const [id, changed] of arriving) {
    const flags = former.get(id) ?? [];
    const isSame = changed.length === 0 && !flags.some((flag) => ids.has(flag.id));
    held.set(id, isSame ? flags : withChanges(flags, ids, changed));
    yield;
  }
  return held;
}

async function readProject(projectId: string): Promise<{ project: ProjectFlags | null }> {
  const changes = await readProjectVersion(projectId, "flags");
  const [[project], environments, groups, flags] = await Promise.all([
    db().select({ referenceId: projects.referenceId }).from(projects).where(eq(projects.id, projectId)),
    readEnvironments(projectId),
    readGroups(projectId),
    rawRows<GroupFlagRow>(db(), groupFlagsWhere(sql`flag_groups.project_id = ${projectId}`)),
  ]);
  if (!project) return { project: null };
  const groupFlags = await turns().run(byGroup(groups, flags));
  const { referenceId } = project;
  return {
    project: { version: randomUUID(), changes, projectId, referenceId, environments, groups, groupFlags },
  };
}

type GroupFlagRow = GroupFlagSnapshot & { groupId: string };

function readGroups(projectId: string): Promise<GroupSnapshot[]> {
  const { id, key, prefix, createdAt } = flagGroups;
  return db()
    .select({ id, key, prefix })
    .from(flagGroups)
    .where(eq(flagGroups.projectId, projectId))
    .orderBy(asc(createdAt), asc(sql`${id} collate "C"`));
}

/** In an order that is the same in every database, because answers have it. */
const groupFlagsWhere = (condition: SQL) => sql`
  select flag.group_id as "groupId", flag.id, flag.key, flag.default_enabled as enabled,
    flag.default_percentage as rollout, ${snapshotColumns(sql`flag`)},
    extract(epoch from flag.created_at)::float8 as "createdAt"
  from flag_groups join group_flags flag on flag.group_id = flag_groups.id
  where ${condition} order by flag.created_at, flag.id collate "C"`;

/** In steps, because there may be ten thousand flags. */
function* byGroup(groups: readonly GroupSnapshot[], flags: readonly GroupFlagRow[]) {
  const held: FlagsOfGroups = new Map(groups.map(({ id }) => [id, []]));
  for (const { groupId, ...flag } of flags) {
    held.get(groupId)?.push(flag);
    yield;
  }
  return held;
}

type RecordRow = Omit<RecordSnapshot, "version" | "overrides"> & { overrides: OverrideRow[] | null };
type OverrideRow = Override & { groupFlagId: string; environmentId: string; value: JsonText | null };

async function readRecord(id: string): Promise<{ record: RecordSnapshot | null }> {
  const [row] = await rawRows<RecordRow>(
    db(),
    sql`
      select id, project_id as "projectId", group_id as "groupId", (
        select json_agg(json_build_object('groupFlagId', group_flag_id, 'environmentId', environment_id,
          'enabled', enabled, 'rollout', rollout, 'rolloutBasisPoints', rollout_basis_points, 'value', (value -> 'is')::text))
        from overrides where record_id = records.id
      ) as overrides, (
        select coalesce(sum(octet_length(value::text)), 0)::int from overrides
        where record_id = records.id and value is not null
      ) as "valueBytes"
      from records where id = ${id}`,
  );
  if (!row) return { record: null };
  const overrides = new Map<string, OverrideSnapshot>();
  for (const { groupFlagId, environmentId, value, ...override } of row.overrides ?? []) {
    overrides.set(overrideKey(groupFlagId, environmentId), { ...override, value: value ?? undefined });
  }
  return { record: { ...row, version: randomUUID(), overrides } };
}
