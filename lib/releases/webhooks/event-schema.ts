import { z } from "zod";
import { Timestamp } from "@/lib/operations/fields";
import { labels } from "../labels/labels";
import { type ReleaseEvent, releaseEvents } from "./contract";

export type EventType = ReleaseEvent | "release.test";
export const eventTypes: readonly EventType[] = [...releaseEvents, "release.test"];

const Owner = z
  .object({ id: z.guid(), name: z.string(), slug: z.string() })
  .meta({ id: "ReleaseEventOwner", description: "the project or team of the release" });

const EventData = z
  .object({
    release: z.object({
      id: z.guid(),
      title: z.string(),
      content: z.string().meta({ description: "the notes in Markdown" }),
      contentTruncated: z
        .boolean()
        .meta({ description: "whether the notes were cut to keep the event within 256 KiB" }),
      labels: z.array(z.enum(labels)).meta({ description: "labels that occur in the notes" }),
      status: z.enum(["draft", "published"]),
      revision: z.int().meta({ description: "which of two events has the newer text" }),
      url: z.string().nullable().meta({ description: "the public page; null if there is none" }),
      publishedAt: Timestamp.nullable(),
      updatedAt: Timestamp,
    }),
    project: Owner,
    team: Owner,
  })
  .meta({ id: "ReleaseEventData" });

/** The JSON that receivers get, by the event's type. The OpenAPI document has these as its webhooks. */
export const eventSchemas = {
  "release.published": eventOf("release.published", "ReleasePublishedEvent"),
  "release.updated": eventOf("release.updated", "ReleaseUpdatedEvent"),
  "release.unpublished": eventOf("release.unpublished", "ReleaseUnpublishedEvent"),
  "release.test": eventOf("release.test", "ReleaseTestEvent"),
} satisfies Record<EventType, z.ZodType>;

function eventOf<const Type extends EventType>(type: Type, id: string) {
  return z
    .object({
      type: z.literal(type),
      timestamp: Timestamp.meta({ description: "when it happened" }),
      data: EventData,
    })
    .meta({ id });
}

/** An event as it is sent. The compiler compares it with the schemas. */
export type EventPayload = Omit<z.output<(typeof eventSchemas)[EventType]>, "type"> & { type: EventType };
