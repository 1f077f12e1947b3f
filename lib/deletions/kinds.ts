import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { flagSchedules, scheduledChanges } from "@/db/schema/flag-schedules";
import { environments, flagGroups, flags, groupFlags, overrides, records, segments } from "@/db/schema/flags";
import { mockHits } from "@/db/schema/mock-calls";
import { mockCollections, mockItems } from "@/db/schema/mock-collections";
import { mocks } from "@/db/schema/mocks";
import {
  releaseAttachments,
  releaseChunks,
  releaseDeliveries,
  releaseHtml,
  releaseRevisions,
  releases,
} from "@/db/schema/releases";
import {
  deliveryTries,
  forwardedCaptures,
  forwardingRules,
  webhookDeliveries,
} from "@/db/schema/webhook-forwarding";
import {
  capturedRequests,
  pinnedCaptures,
  sharedCaptures,
  streamTickets,
  webhooks,
} from "@/db/schema/webhooks";
import type { DeletionKind } from "./contract";

export type Place = { projectId: string; itemId: string };

/** Rows of one table that disappear and come back with a thing. */
export type Part = {
  table: PgTable;
  /** Selects the rows. */
  of(place: Place): SQL | undefined;
  /** Size in bytes of a column that can be large. */
  bytes?: SQLWrapper;
  /** That column if it is `bytea`, which is kept as it is. */
  content?: PgColumn;
  /** A condition for rows that depend on something else: only rows that meet it come back. `row` is the row. */
  needs?: SQL;
};

export type Kind = {
  /** As in the message `Mock not found`. */
  label: string;
  name: SQLWrapper;
  /** Its own table first, then those of its children: parents before children. */
  parts: readonly [Part, ...Part[]];
  /** What can prevent its return, by the name of the constraint. */
  obstacles: Record<string, { path: string; message: string }>;
};

const bytesOf = (column: SQLWrapper) => sql`octet_length(${column})`;

const still = (table: PgTable, id: PgColumn, name: string) =>
  sql`exists (select from ${table} where ${id} = "row".${sql.identifier(name)})`;

const valueBytes = sql`coalesce(octet_length(${overrides.value}::text), 0)`;

const overrideNeeds = sql.join(
  [
    still(environments, environments.id, "environment_id"),
    still(groupFlags, groupFlags.id, "group_flag_id"),
    still(records, records.id, "record_id"),
  ],
  sql` and `,
);

/** What is planned for flags comes back with them. What was due meanwhile is done then. */
const schedules = (of: Part["of"]): Part[] => [
  { table: flagSchedules, of },
  {
    table: scheduledChanges,
    of: (place) =>
      sql`${scheduledChanges.scheduleId} in (select ${flagSchedules.id} from ${flagSchedules} where ${of(place)})`,
  },
];

/** What a rule forwarded, or is to forward: that goes on when it is back. */
const deliveriesOf = (of: (place: Place) => SQL): Part[] => [
  { table: webhookDeliveries, of },
  {
    table: deliveryTries,
    of: (place) =>
      sql`${deliveryTries.deliveryId} in (select ${webhookDeliveries.id} from ${webhookDeliveries} where ${of(place)})`,
    bytes: sql`coalesce(octet_length(${deliveryTries.answer}), 0)`,
    content: deliveryTries.answer,
  },
];

/** Everything that can be put back. A table that refers to one of these must be listed here; a test checks that. */
export const kinds: Record<DeletionKind, Kind> = {
  mock: {
    label: "Mock",
    name: mocks.name,
    parts: [
      {
        table: mocks,
        of: ({ projectId, itemId }) => and(eq(mocks.id, itemId), eq(mocks.projectId, projectId)),
      },
      { table: mockHits, of: ({ itemId }) => eq(mockHits.mockId, itemId) },
    ],
    obstacles: {
      mocks_project_id_method_endpoint_unique: {
        path: "endpoint",
        message: "Another mock has this method and endpoint now. Change or delete it first.",
      },
    },
  },
  collection: {
    label: "Collection",
    name: mockCollections.name,
    parts: [
      {
        table: mockCollections,
        of: ({ projectId, itemId }) =>
          and(eq(mockCollections.id, itemId), eq(mockCollections.projectId, projectId)),
      },
      {
        table: mockItems,
        of: ({ itemId }) => eq(mockItems.collectionId, itemId),
        bytes: mockItems.bytes,
      },
    ],
    obstacles: {
      mock_collections_project_id_path_unique: {
        path: "path",
        message: "Another collection has this path now. Change or delete it first.",
      },
    },
  },
  webhook: {
    label: "Webhook",
    name: webhooks.name,
    parts: [
      {
        table: webhooks,
        of: ({ projectId, itemId }) => and(eq(webhooks.id, itemId), eq(webhooks.projectId, projectId)),
      },
      {
        table: capturedRequests,
        of: ({ itemId }) => eq(capturedRequests.webhookId, itemId),
        bytes: bytesOf(capturedRequests.body),
        content: capturedRequests.body,
      },
      {
        table: pinnedCaptures,
        of: ({ itemId }) => eq(pinnedCaptures.webhookId, itemId),
        bytes: bytesOf(pinnedCaptures.body),
        content: pinnedCaptures.body,
      },
      {
        table: sharedCaptures,
        of: ({ itemId }) => eq(sharedCaptures.webhookId, itemId),
        bytes: sql`coalesce(octet_length(${sharedCaptures.body}), 0)`,
        content: sharedCaptures.body,
      },
      { table: streamTickets, of: ({ itemId }) => eq(streamTickets.webhookId, itemId) },
      { table: forwardingRules, of: ({ itemId }) => eq(forwardingRules.webhookId, itemId) },
      {
        table: forwardedCaptures,
        of: ({ itemId }) => eq(forwardedCaptures.webhookId, itemId),
        bytes: bytesOf(forwardedCaptures.body),
        content: forwardedCaptures.body,
      },
      ...deliveriesOf(({ itemId }) => eq(webhookDeliveries.webhookId, itemId)),
    ],
    obstacles: {},
  },
  forwardingRule: {
    label: "Forwarding rule",
    name: forwardingRules.name,
    parts: [
      {
        table: forwardingRules,
        of: ({ projectId, itemId }) =>
          sql`${forwardingRules.id} = ${itemId} and exists (select from ${webhooks} where ${webhooks.id} = ${forwardingRules.webhookId} and ${webhooks.projectId} = ${projectId})`,
      },
      ...deliveriesOf(({ itemId }) => eq(webhookDeliveries.ruleId, itemId)),
    ],
    obstacles: {
      forwarding_rules_webhook_id_webhooks_id_fk: {
        path: "webhookId",
        message: "The rule's inbox is gone. Put the inbox back first.",
      },
    },
  },
  flag: {
    label: "Flag",
    name: flags.name,
    parts: [
      {
        table: flags,
        of: ({ projectId, itemId }) => and(eq(flags.id, itemId), eq(flags.projectId, projectId)),
      },
      ...schedules(({ projectId, itemId }) =>
        and(eq(flagSchedules.projectId, projectId), eq(flagSchedules.flagId, itemId)),
      ),
    ],
    obstacles: {
      flags_project_id_id_pk: { path: "id", message: "Another flag has this id now. Delete it first." },
      flags_key: {
        path: "key",
        message: "Another flag of the environment has this key now. Delete it first.",
      },
      flags_environment_id_environments_id_fk: {
        path: "environmentId",
        message: "The flag's environment is gone, so the flag cannot come back.",
      },
    },
  },
  group: {
    label: "Group",
    name: flagGroups.name,
    parts: [
      {
        table: flagGroups,
        of: ({ projectId, itemId }) => and(eq(flagGroups.id, itemId), eq(flagGroups.projectId, projectId)),
      },
      {
        table: groupFlags,
        bytes: sql`${groupFlags.valueBytes} + ${groupFlags.schemaBytes} + ${groupFlags.ruleBytes}`,
        of: ({ itemId }) => eq(groupFlags.groupId, itemId),
      },
      {
        table: records,
        of: ({ itemId }) => eq(records.groupId, itemId),
        bytes: bytesOf(sql`${records.metadata}::text`),
      },
      {
        table: overrides,
        bytes: valueBytes,
        of: ({ itemId }) =>
          sql`${overrides.groupFlagId} in (select ${groupFlags.id} from ${groupFlags} where ${groupFlags.groupId} = ${itemId})`,
        needs: overrideNeeds,
      },
      ...schedules(
        ({ itemId }) =>
          sql`${flagSchedules.groupFlagId} in (select ${groupFlags.id} from ${groupFlags} where ${groupFlags.groupId} = ${itemId})`,
      ),
    ],
    obstacles: {
      flag_groups_key: {
        path: "key",
        message: "Another group has this key now. Change or delete it first.",
      },
      flag_groups_prefix: {
        path: "prefix",
        message: "Another group has this prefix now. Change or delete it first.",
      },
      records_pkey: {
        path: "id",
        message: "Another record has the id of one of the group's now. Delete it first.",
      },
    },
  },
  segment: {
    label: "Segment",
    name: segments.name,
    parts: [
      {
        table: segments,
        of: ({ projectId, itemId }) => and(eq(segments.id, itemId), eq(segments.projectId, projectId)),
      },
    ],
    obstacles: {
      segments_key: { path: "key", message: "Another segment has this key now. Delete it first." },
    },
  },
  record: {
    label: "Record",
    name: sql`coalesce(${records.name}, ${records.id})`,
    parts: [
      {
        table: records,
        of: ({ projectId, itemId }) => and(eq(records.id, itemId), eq(records.projectId, projectId)),
      },
      {
        table: overrides,
        bytes: valueBytes,
        of: ({ itemId }) => eq(overrides.recordId, itemId),
        needs: overrideNeeds,
      },
    ],
    obstacles: {
      records_pkey: { path: "id", message: "Another record has this id now. Delete it first." },
      records_group_id_flag_groups_id_fk: {
        path: "groupId",
        message: "The record's group is gone. Put the group back first.",
      },
    },
  },
  release: {
    label: "Release",
    name: releases.title,
    parts: [
      {
        table: releases,
        of: ({ projectId, itemId }) => and(eq(releases.id, itemId), eq(releases.projectId, projectId)),
      },
      {
        table: releaseRevisions,
        of: ({ itemId }) => eq(releaseRevisions.releaseId, itemId),
        bytes: bytesOf(releaseRevisions.content),
      },
      {
        table: releaseHtml,
        of: ({ itemId }) => eq(releaseHtml.releaseId, itemId),
        bytes: releaseHtml.bytes,
      },
      {
        table: releaseChunks,
        of: ({ itemId }) => eq(releaseChunks.releaseId, itemId),
        bytes: bytesOf(sql`${releaseChunks.written}::text`),
      },
      {
        table: releaseAttachments,
        of: ({ itemId }) => eq(releaseAttachments.releaseId, itemId),
        bytes: bytesOf(releaseAttachments.content),
        content: releaseAttachments.content,
      },
      { table: releaseDeliveries, of: ({ itemId }) => eq(releaseDeliveries.releaseId, itemId) },
    ],
    obstacles: {},
  },
};
