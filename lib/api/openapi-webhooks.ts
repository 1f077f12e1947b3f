import { example } from "@/lib/operations/reference";
import { type SignatureHeader, signatureHeaders } from "@/lib/platform/secrets/standard-webhooks";
import { eventBody } from "@/lib/releases/webhooks/event-body";
import { type EventType, eventSchemas, eventTypes } from "@/lib/releases/webhooks/event-schema";
import { type Json, schemaOf } from "./openapi-schema";

/** The requests to a project's release webhooks, for the top-level `webhooks` of the document. */
export const webhooksOf = (schemas: Json): Record<string, Json> =>
  Object.fromEntries(eventTypes.map((type) => [type, { post: descriptionOf(type, schemas) }]));

const about: Record<EventType, { operationId: string; summary: string; description: string }> = {
  "release.published": {
    operationId: "onReleasePublished",
    summary: "A release was published",
    description: "Sent when a release is published, and when a deleted one that was published is restored.",
  },
  "release.updated": {
    operationId: "onReleaseUpdated",
    summary: "A published release was changed",
    description: "Sent when the title or the notes of a published release change.",
  },
  "release.unpublished": {
    operationId: "onReleaseUnpublished",
    summary: "A release is no longer published",
    description: "Sent when a release is unpublished, or deleted while it is published.",
  },
  "release.test": {
    operationId: "onReleaseTest",
    summary: "A test of the webhook",
    description: "Sent when a person tests the webhook. The release in it doesn't exist.",
  },
};

const signing: Record<SignatureHeader, { description: string; schema: Json; example: string }> = {
  "webhook-id": {
    description: "The same in every attempt to deliver the event, so receivers can ignore repeats",
    schema: { type: "string", format: "uuid" },
    example: example.releaseDeliveryId,
  },
  "webhook-timestamp": {
    description: "When the attempt was signed, in seconds since 1970",
    schema: { type: "string", pattern: "^[0-9]+$" },
    example: "1772443231",
  },
  "webhook-signature": {
    description:
      "`v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` as base64, as Standard Webhooks define it. Two with a space between while the secret changes",
    schema: { type: "string", pattern: "^v1,[A-Za-z0-9+/]+=*( v1,[A-Za-z0-9+/]+=*)*$" },
    example: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  },
};

function descriptionOf(type: EventType, schemas: Json): Json {
  return {
    ...about[type],
    tags: ["Release webhooks"],
    security: [],
    parameters: signatureHeaders.map((name) => ({ name, in: "header", required: true, ...signing[name] })),
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: schemaOf(eventSchemas[type], "output", schemas),
          example: exampleOf(type),
        },
      },
    },
    responses: {
      "2XX": { description: "Delivered" },
      "410": { description: "Failed. Fieldkit pauses the webhook" },
      default: { description: "Failed. Fieldkit retries after 408, 429 and 5xx, for up to 24 hours" },
    },
  };
}

const at = new Date("2026-03-02T09:20:31.204Z");

function exampleOf(type: EventType): unknown {
  const isPublished = type !== "release.unpublished";
  const hasPage = isPublished && type !== "release.test";
  const body = eventBody({
    ...{ type, at },
    release: {
      ...{ id: example.releaseId, title: "v1.3.0", content: "## New\n\n- **New:** Gift cards\n" },
      ...{ status: isPublished ? "published" : "draft", revision: 3 },
      ...{ publishedAt: isPublished ? at : null, updatedAt: at },
    },
    url: hasPage ? `https://fieldkit.example.com/changelog/acme/shop/${example.releaseId}` : null,
    project: { id: example.projectId, name: "Shop", slug: "shop" },
    team: { id: example.teamId, name: "Acme", slug: "acme" },
  });
  return JSON.parse(body);
}
