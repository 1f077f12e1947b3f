import { randomUUID } from "node:crypto";
import { asc, eq, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/database";
import { rawRows } from "@/db/raw-rows";
import { flagGroups, segments } from "@/db/schema/flags";
import { projects } from "@/db/schema/projects";
import { type EnvironmentSnapshot, readEnvironments } from "@/lib/environments/read-environments";
import { type FlagChanges, readFlagChanges } from "@/lib/environments/read-flag-changes";
import { readProjectVersion } from "@/lib/operations/project-version";
import { withChanges } from "@/lib/operations/with-changes";
import { sharedCache } from "@/lib/platform/cache/shared-cache";
import { turns } from "@/lib/platform/process/turns";
import { type Conditions, type PreparedConditions, prepared } from "@/lib/targeting/conditions";
import type { FlagSnapshot, JsonText } from "./decision";
import { overrideKey } from "./held-flags";
import type { Override } from "./rollout";
import { snapshotColumns } from "./snapshot-columns";

export type GroupFlagSnapshot = FlagSnapshot & {
  groupId: string;
  /** What rules and prerequisites have, as JSON. */
  ruleBytes: number;
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
  /** By key. */
  segments: ReadonlyMap<string, KnownSegment>;
  /** What the segments' conditions have, as JSON. */
  segmentBytes: number;
};
/** A segment ready to be asked about, and its match and conditions as JSON, as they were given. */
export type KnownSegment = PreparedConditions & { json: JsonText };
type FlagsOfGroups = Map<string, GroupFlagSnapshot[]>;

export type OverrideSnapshot = Override & { value: JsonText | undefined };

/** A record with its overrides, by `overrideKey`. */
export type RecordSnapshot = {
  /** Different each time that it is read from the database. */
  version: string;
  id: string;
  projectId: string;
  groupId: string;
  /** As JSON, which is read where a rule asks for it. */
  metadata: JsonText;
  overrides: Map<string, OverrideSnapshot>;
  /** What the values of the overrides have, as JSON. */
  valueBytes: number;
};

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
    of: ({ record }) =>
      entryBytes * (1 + (record?.overrides.size ?? 0)) +
      (record ? record.valueBytes + record.metadata.length : 0),
    max: 128 * MiB,
  },
  load: readRecord,
});

/** How much memory conditions take that are ready to be asked, by the bytes of their JSON. */
const preparedShare = 10;

function bytesOf({ environments, groupFlags, segmentBytes }: ProjectFlags): number {
  let bytes = entryBytes * (1 + environments.length) + preparedShare * segmentBytes;
  for (const flags of groupFlags.values()) {
    bytes += entryBytes * (1 + flags.length);
    for (const { valueBytes, ruleBytes } of flags) bytes += valueBytes + preparedShare * ruleBytes;
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
  const { environments, groups, ...ofSegments } = parts ? await readParts(projectId) : project;
  const { segments, segmentBytes } = ofSegments;
  const arriving = await turns().run(byGroup(groups, rows));
  const groupFlags = await turns().run(changedGroups(project.groupFlags, ids, arriving));
  return { ...known, version: randomUUID(), environments, groups, groupFlags, segments, segmentBytes };
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
  const [[project], parts, flags] = await Promise.all([
    db().select({ referenceId: projects.referenceId }).from(projects).where(eq(projects.id, projectId)),
    readParts(projectId),
    rawRows<GroupFlagRow>(db(), groupFlagsWhere(sql`flag_groups.project_id = ${projectId}`)),
  ]);
  if (!project) return { project: null };
  const groupFlags = await turns().run(byGroup(parts.groups, flags));
  const { referenceId } = project;
  return { project: { version: randomUUID(), changes, projectId, referenceId, ...parts, groupFlags } };
}

async function readParts(projectId: string) {
  const [environments, groups, ofSegments] = await Promise.all([
    readEnvironments(projectId),
    readGroups(projectId),
    readSegments(projectId),
  ]);
  return { environments, groups, ...ofSegments };
}

async function readSegments(projectId: string) {
  const { key, match, conditions, ruleBytes } = segments;
  const rows = await db()
    .select({ key, match, conditions, ruleBytes })
    .from(segments)
    .where(eq(segments.projectId, projectId));
  return {
    segments: new Map(rows.map((row) => [row.key, knownSegment(row as Conditions)])),
    segmentBytes: rows.reduce((sum, row) => sum + row.ruleBytes, 0),
  };
}

const knownSegment = ({ match, conditions }: Conditions): KnownSegment => ({
  ...prepared({ match, conditions }),
  json: JSON.stringify({ match, conditions }),
});

type GroupFlagRow = GroupFlagSnapshot;

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
    extract(epoch from flag.created_at)::float8 as "createdAt", flag.rule_bytes as "ruleBytes",
    case when flag.rule_bytes > 0 then json_build_object('rules', coalesce(flag.rules, '[]'),
      'prerequisites', coalesce(flag.prerequisites, '[]'))::text end as targeting
  from flag_groups join group_flags flag on flag.group_id = flag_groups.id
  where ${condition} order by flag.created_at, flag.id collate "C"`;

/** In steps, because there may be ten thousand flags. */
function* byGroup(groups: readonly GroupSnapshot[], flags: readonly GroupFlagRow[]) {
  const held: FlagsOfGroups = new Map(groups.map(({ id }) => [id, []]));
  const ids = new Map(groups.map(({ id }) => [id, id]));
  for (const flag of flags) {
    // One text for all flags of a group, not one for each.
    held.get(flag.groupId)?.push({ ...flag, groupId: ids.get(flag.groupId) ?? flag.groupId });
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
      select id, project_id as "projectId", group_id as "groupId", metadata::text as metadata, (
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
