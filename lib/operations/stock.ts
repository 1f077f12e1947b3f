import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
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

const count = sql`select count(*) as amount`;

/** What a capture counts for besides its body, address and headers, in bytes. */
export const captureFrameBytes = 200;
/** What a revision counts for besides its text, in bytes. */
export const revisionBytes = 500;

/** The bytes of a project's captures in one of the tables that hold some. */
const captured = (
  table: typeof capturedRequests | typeof pinnedCaptures | typeof sharedCaptures,
  address: PgColumn,
  projectId: string,
) =>
  sql`select coalesce(sum(coalesce(octet_length(${table.body}), 0) + octet_length(${address}) + pg_column_size(${table.rawHeaders}) + ${captureFrameBytes}), 0) from ${table} join ${webhooks} on ${webhooks.id} = ${table.webhookId} where ${webhooks.projectId} = ${projectId}`;

/** How much an owner has of everything, by the owner's id. */
const amounts: Record<StockName, (ownerId: string) => SQL> = {
  teams: (id) => sql`${count} from ${teamMembers} where ${teamMembers.userId} = ${id}`,
  passkeys: (id) => sql`${count} from ${passkeys} where ${passkeys.userId} = ${id}`,
  projects: (id) => sql`${count} from ${projects} where ${projects.teamId} = ${id}`,
  members: (id) => sql`${count} from ${teamMembers} where ${teamMembers.teamId} = ${id}`,
  openInvitations: (id) =>
    sql`${count} from ${invitations} where ${invitations.teamId} = ${id} and ${invitations.acceptedAt} is null and ${invitations.revokedAt} is null`,
  mocks: (id) => sql`${count} from ${mocks} where ${mocks.projectId} = ${id}`,
  mockBytes: (id) =>
    sql`select coalesce(sum(${mocks.contentBytes}), 0) as amount from ${mocks} where ${mocks.projectId} = ${id}`,
  mockExpressions: (id) =>
    sql`${count} from ${mocks} where ${mocks.projectId} = ${id} and ${mocks.endpoint} like '~%'`,
  mockFiles: (id) => sql`${count} from ${mockFiles} where ${mockFiles.projectId} = ${id}`,
  mockFileBytes: (id) =>
    sql`select coalesce(sum(${mockFiles.size}), 0) as amount from ${mockFiles} where ${mockFiles.projectId} = ${id}`,
  collections: (id) => sql`${count} from ${mockCollections} where ${mockCollections.projectId} = ${id}`,
  collectionItems: (id) =>
    sql`select coalesce(sum(${mockCollections.itemCount}), 0) as amount from ${mockCollections} where ${mockCollections.projectId} = ${id}`,
  collectionBytes: (id) =>
    sql`select coalesce(sum(${mockCollections.itemBytes}), 0) as amount from ${mockCollections} where ${mockCollections.projectId} = ${id}`,
  inboxes: (id) => sql`${count} from ${webhooks} where ${webhooks.projectId} = ${id}`,
  captureBytes: (id) => sql`
    select (${captured(capturedRequests, capturedRequests.rawUrl, id)})
         + (${captured(pinnedCaptures, pinnedCaptures.rawUrl, id)})
         + (${captured(sharedCaptures, sharedCaptures.target, id)}) as amount`,
  forwardedBytes: (id) =>
    sql`select coalesce(sum(${forwardedCaptures.bytes}), 0) as amount from ${forwardedCaptures} where ${forwardedCaptures.projectId} = ${id}`,
  environments: (id) => sql`${count} from ${environments} where ${environments.projectId} = ${id}`,
  flags: (id) => sql`${count} from ${flags} where ${flags.environmentId} = ${id}`,
  groups: (id) => sql`${count} from ${flagGroups} where ${flagGroups.projectId} = ${id}`,
  groupFlags: (id) =>
    sql`${count} from ${groupFlags} join ${flagGroups} on ${flagGroups.id} = ${groupFlags.groupId} where ${flagGroups.projectId} = ${id}`,
  flagValueBytes: (id) => sql`
    select (select coalesce(sum(${flags.valueBytes} + ${flags.schemaBytes}), 0) from ${flags}
             where ${flags.projectId} = ${id} and ${flags.valueBytes} > 0)
         + (select coalesce(sum(${groupFlags.valueBytes} + ${groupFlags.schemaBytes}), 0) from ${groupFlags}
              join ${flagGroups} on ${flagGroups.id} = ${groupFlags.groupId}
             where ${flagGroups.projectId} = ${id}) as amount`,
  flagRuleBytes: (id) => sql`
    select (select coalesce(sum(${segments.ruleBytes}), 0) from ${segments} where ${segments.projectId} = ${id})
         + (select coalesce(sum(${groupFlags.ruleBytes}), 0) from ${groupFlags}
              join ${flagGroups} on ${flagGroups.id} = ${groupFlags.groupId}
             where ${flagGroups.projectId} = ${id}) as amount`,
  flagTextSearches: (id) => sql`
    select (select coalesce(sum(${segments.textSearches}), 0) from ${segments} where ${segments.projectId} = ${id})
         + (select coalesce(sum(${groupFlags.textSearches}), 0) from ${groupFlags}
              join ${flagGroups} on ${flagGroups.id} = ${groupFlags.groupId}
             where ${flagGroups.projectId} = ${id}) as amount`,
  scheduledChanges: (id) =>
    sql`${count} from ${scheduledChanges} join ${flagSchedules} on ${flagSchedules.id} = ${scheduledChanges.scheduleId} where ${flagSchedules.projectId} = ${id} and ${scheduledChanges.state} = 'pending'`,
  segments: (id) => sql`${count} from ${segments} where ${segments.projectId} = ${id}`,
  overrideValueBytes: (id) => sql`
    select coalesce(sum(octet_length(${overrides.value}::text)), 0) as amount
      from ${overrides} join ${records} on ${records.id} = ${overrides.recordId}
     where ${overrides.value} is not null and ${records.projectId} = ${id}`,
  records: (id) => sql`${count} from ${records} where ${records.projectId} = ${id}`,
  recordBytes: (id) =>
    sql`select coalesce(sum(pg_column_size(${records.metadata})), 0) as amount from ${records} where ${records.projectId} = ${id}`,
  apiKeys: (id) => sql`${count} from ${apiKeys} where ${apiKeys.projectId} = ${id}`,
  releases: (id) => sql`${count} from ${releases} where ${releases.projectId} = ${id}`,
  releaseBytes: (id) => sql`
    select (select coalesce(sum(octet_length(${releaseRevisions.content}) + ${revisionBytes}), 0)
              from ${releaseRevisions} join ${releases} on ${releases.id} = ${releaseRevisions.releaseId}
             where ${releases.projectId} = ${id})
         + (select coalesce(sum(pg_column_size(${releases.commits})), 0)
              from ${releases} where ${releases.projectId} = ${id}) as amount`,
  releaseSubscribers: (id) =>
    sql`${count} from ${releaseRecipients} where ${releaseRecipients.projectId} = ${id} and ${releaseRecipients.subscribedAt} is not null`,
  attachmentBytes: (id) =>
    sql`select coalesce(sum(${releaseAttachments.size}), 0) as amount from ${releaseAttachments} join ${releases} on ${releases.id} = ${releaseAttachments.releaseId} where ${releases.projectId} = ${id}`,
};

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
  const { rows } = (await db.execute(amounts[name](ownerId))) as unknown as { rows: { amount: unknown }[] };
  return Number(rows[0]?.amount ?? 0);
}
