import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { passkeys } from "@/db/schema/auth";
import { flagSchedules, scheduledChanges } from "@/db/schema/flag-schedules";
import { environments, flagGroups, flags, groupFlags, overrides, records, segments } from "@/db/schema/flags";
import { apiKeys } from "@/db/schema/keys";
import { mockCollections } from "@/db/schema/mock-collections";
import { mockFiles } from "@/db/schema/mock-files";
import { mocks } from "@/db/schema/mocks";
import { projects } from "@/db/schema/projects";
import { releaseAttachments, releaseRecipients, releaseRevisions, releases } from "@/db/schema/releases";
import { invitations, teamMembers } from "@/db/schema/teams";
import { forwardedCaptures } from "@/db/schema/webhook-forwarding";
import { capturedRequests, pinnedCaptures, sharedCaptures, webhooks } from "@/db/schema/webhooks";
import type { StockName } from "@/lib/platform/quotas/quotas";

/** What a capture counts for besides its body, address and headers, in bytes. */
export const captureFrameBytes = 200;
/** What a revision counts for besides its text, in bytes. */
export const revisionBytes = 500;

/** Rows of one table that count toward a stock. */
type Source = {
  table: PgTable;
  /** How much a row adds: 1 if left out. */
  size?: SQLWrapper;
  /** Which rows count; all if left out. */
  where?: SQL;
  /** The rows of one owner. */
  of(ownerId: string): SQL;
};

/** @param through the column that refers to the rows with the owner's ID, where the counted rows don't have it */
const source = (
  owner: PgColumn,
  {
    through,
    ...rest
  }: Pick<Source, "size" | "where"> & { through?: { column: PgColumn; id: PgColumn } } = {},
): Source => ({
  ...rest,
  table: through?.column.table ?? owner.table,
  of: (id) =>
    through
      ? sql`${through.column} in (select ${through.id} from ${owner.table} where ${owner} = ${id})`
      : sql`${owner} = ${id}`,
});

/** The bytes of captures in one of the tables that hold some. */
const captured = (
  table: typeof capturedRequests | typeof pinnedCaptures | typeof sharedCaptures,
  address: PgColumn,
) =>
  source(webhooks.projectId, {
    through: { column: table.webhookId, id: webhooks.id },
    size: sql`coalesce(octet_length(${table.body}), 0) + octet_length(${address}) + pg_column_size(${table.rawHeaders}) + ${captureFrameBytes}`,
  });

const ofGroup = { column: groupFlags.groupId, id: flagGroups.id };
const ofRelease = (column: PgColumn) => ({ column, id: releases.id });

/** Which rows count toward each stock. */
const sources: Record<StockName, readonly Source[]> = {
  teams: [source(teamMembers.userId)],
  passkeys: [source(passkeys.userId)],
  projects: [source(projects.teamId)],
  members: [source(teamMembers.teamId)],
  openInvitations: [
    source(invitations.teamId, {
      where: sql`${invitations.acceptedAt} is null and ${invitations.revokedAt} is null`,
    }),
  ],
  mocks: [source(mocks.projectId)],
  mockBytes: [source(mocks.projectId, { size: mocks.contentBytes })],
  mockExpressions: [source(mocks.projectId, { where: sql`${mocks.endpoint} like '~%'` })],
  mockFiles: [source(mockFiles.projectId)],
  mockFileBytes: [source(mockFiles.projectId, { size: mockFiles.size })],
  collections: [source(mockCollections.projectId)],
  collectionItems: [source(mockCollections.projectId, { size: mockCollections.itemCount })],
  collectionBytes: [source(mockCollections.projectId, { size: mockCollections.itemBytes })],
  inboxes: [source(webhooks.projectId)],
  captureBytes: [
    captured(capturedRequests, capturedRequests.rawUrl),
    captured(pinnedCaptures, pinnedCaptures.rawUrl),
    captured(sharedCaptures, sharedCaptures.target),
  ],
  forwardedBytes: [source(forwardedCaptures.projectId, { size: forwardedCaptures.bytes })],
  environments: [source(environments.projectId)],
  flags: [source(flags.environmentId)],
  groups: [source(flagGroups.projectId)],
  groupFlags: [source(flagGroups.projectId, { through: ofGroup })],
  flagValueBytes: [
    source(flags.projectId, {
      size: sql`${flags.valueBytes} + ${flags.schemaBytes}`,
      // The index of flags with values has this condition.
      where: sql`${flags.valueBytes} > 0`,
    }),
    source(flagGroups.projectId, {
      through: ofGroup,
      size: sql`${groupFlags.valueBytes} + ${groupFlags.schemaBytes}`,
    }),
  ],
  flagRuleBytes: [
    source(segments.projectId, { size: segments.ruleBytes }),
    source(flagGroups.projectId, { through: ofGroup, size: groupFlags.ruleBytes }),
  ],
  flagTextSearches: [
    source(segments.projectId, { size: segments.textSearches }),
    source(flagGroups.projectId, { through: ofGroup, size: groupFlags.textSearches }),
  ],
  scheduledChanges: [
    source(flagSchedules.projectId, {
      through: { column: scheduledChanges.scheduleId, id: flagSchedules.id },
      where: sql`${scheduledChanges.state} = 'pending'`,
    }),
  ],
  segments: [source(segments.projectId)],
  overrideValueBytes: [
    source(records.projectId, {
      through: { column: overrides.recordId, id: records.id },
      size: sql`octet_length(${overrides.value}::text)`,
      where: sql`${overrides.value} is not null`,
    }),
  ],
  records: [source(records.projectId)],
  recordBytes: [source(records.projectId, { size: sql`pg_column_size(${records.metadata})` })],
  apiKeys: [source(apiKeys.projectId)],
  releases: [source(releases.projectId)],
  releaseBytes: [
    source(releases.projectId, {
      through: ofRelease(releaseRevisions.releaseId),
      size: sql`octet_length(${releaseRevisions.content}) + ${revisionBytes}`,
    }),
    source(releases.projectId, { size: sql`pg_column_size(${releases.commits})` }),
  ],
  releaseSubscribers: [
    source(releaseRecipients.projectId, { where: sql`${releaseRecipients.subscribedAt} is not null` }),
  ],
  attachmentBytes: [
    source(releases.projectId, {
      through: ofRelease(releaseAttachments.releaseId),
      size: releaseAttachments.size,
    }),
  ],
};

const sumOf = ({ size }: Source, filter = sql``) =>
  size ? sql`coalesce(sum(${size}) ${filter}, 0)` : sql`count(*) ${filter}`;

/**
 * What rows of a table count toward each stock, as sums of all rows that a query selects, by the stocks' names. The query
 * gives the table no other name.
 */
export const sumsOfRows = (table: PgTable): Partial<Record<StockName, SQL>> =>
  Object.fromEntries(
    Object.entries(sources).flatMap(([name, list]) =>
      list
        .filter((each) => each.table === table)
        .map((each) => {
          const filter = each.where && sql`filter (where ${each.where})`;
          return [name, sql`(${sumOf(each, filter)})::float8`];
        }),
    ),
  );

/** Counted by reading so many rows that even a refusal would cost the others something. */
export const costly: ReadonlySet<StockName> = new Set([
  "records",
  "recordBytes",
  "overrideValueBytes",
  "captureBytes",
  "releaseBytes",
]);

/** How much there is now. */
export async function readAmount(db: Db, name: StockName, ownerId: string): Promise<number> {
  const sums = sources[name].map(
    (each) =>
      sql`(select ${sumOf(each)} from ${each.table} where ${each.of(ownerId)} ${each.where ? sql`and ${each.where}` : sql``})`,
  );
  const { rows } = (await db.execute(sql`select ${sql.join(sums, sql` + `)} as amount`)) as unknown as {
    rows: { amount: unknown }[];
  };
  return Number(rows[0]?.amount ?? 0);
}
