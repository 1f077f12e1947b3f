import { and, eq, sql } from "drizzle-orm";
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
  releaseEmailRetries,
  releaseHtml,
  releaseRevisions,
  releases,
} from "@/db/schema/releases";
import type { DeletionKind } from "./contract";
import { bytesOf, type Kind, type Part } from "./kind";
import { releaseWebhookKind } from "./release-webhook-kind";
import { webhookKinds } from "./webhook-kinds";

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

/** Everything that can be restored. A table that refers to one of these must be listed here; a test checks that. */
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
  ...webhookKinds,
  flag: {
    label: "Flag",
    name: flags.name,
    environment: flags.environmentId,
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
  releaseWebhook: releaseWebhookKind,
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
      { table: releaseEmailRetries, of: ({ itemId }) => eq(releaseEmailRetries.releaseId, itemId) },
    ],
    obstacles: {},
  },
};
