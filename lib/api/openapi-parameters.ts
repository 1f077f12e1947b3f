import { DeletionKind } from "@/lib/deletions/contract";
import { honoursIfMatch } from "@/lib/operations/if-match";
import { confirmHeader, type Operation } from "@/lib/operations/operation";
import { example } from "@/lib/operations/reference";
import { takesIdempotencyKey } from "./idempotency";
import { type Json, schemaOf } from "./openapi-schema";

export function parametersOf(op: Operation, schemas: Json): Json[] {
  return [...pathParameters(op), ...queryParameters(op, schemas), ...headerParameters(op)];
}

/** Paths below a project that name it by its public reference id. */
const byReference =
  /^\/api\/projects\/:projectId\/(api-keys|environments|environment-comparison|environment-promotions|flag-keys|flags|groups|records|schedules|segments|stale-flags)\b/;

function pathParameters({ path }: Operation): Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => {
    const { description, value } =
      name === "projectId" && byReference.test(path) ? publicProjectId : (pathValues[name] ?? {});
    return {
      name,
      in: "path",
      required: true,
      ...(description && { description }),
      schema: { type: "string" },
      ...(value && { example: value }),
    };
  });
}

type PathValue = { description?: string; value?: string };

const publicProjectId: PathValue = {
  description: "Project ID (`referenceId`); the internal ID is not accepted here",
  value: example.referenceId,
};

const pathValues: Record<string, PathValue> = {
  teamId: { description: "UUID", value: example.teamId },
  projectId: {
    description: "Project ID (`referenceId`), or the internal ID (UUID)",
    value: example.referenceId,
  },
  userId: { description: "UUID", value: example.userId },
  invitationId: { description: "UUID", value: example.invitationId },
  token: { description: "what the invitation's link ends with", value: example.invitationToken },
  mockId: { description: "UUID", value: example.mockId },
  collectionId: { description: "UUID", value: example.collectionId },
  fileId: { description: "UUID", value: example.fileId },
  callId: { description: "UUID", value: example.callId },
  webhookId: { description: "UUID; not the reference id in the inbox's address", value: example.webhookId },
  requestId: { description: "UUID", value: example.requestId },
  ruleId: { description: "UUID", value: example.ruleId },
  deliveryId: { description: "UUID", value: example.deliveryId },
  shareId: { description: "UUID", value: "0197f3a8-2c1e-7b44-9d10-5e6f7a8b9c0d" },
  keyId: { description: "UUID", value: example.keyId },
  environmentId: { description: "KSUID", value: example.environment.id },
  flagId: { description: "KSUID, or the id that was given at creation", value: example.flagId },
  flagKey: { description: "key of a global flag, as written", value: "new-checkout" },
  key: { description: "key of a flag", value: "beta" },
  groupId: { description: "KSUID", value: example.groupId },
  groupFlagId: { description: "KSUID", value: example.groupFlagId },
  scheduleId: { description: "KSUID", value: example.scheduleId },
  segmentId: { description: "KSUID", value: example.segmentId },
  recordId: { description: "the record's id, as given or as made", value: example.recordId },
  releaseId: { description: "UUID", value: example.releaseId },
  releaseWebhookId: { description: "UUID", value: example.releaseWebhookId },
  releaseDeliveryId: { description: "UUID", value: example.releaseDeliveryId },
  attachmentId: { description: "UUID", value: example.attachmentId },
  subscriberId: { description: "UUID", value: example.subscriberId },
  team: { description: "the team's slug", value: "acme" },
  project: { description: "the project's slug", value: "shop" },
  kind: { description: DeletionKind.options.join(", "), value: "mock" },
  itemId: { description: "the id that the deleted thing had", value: example.mockId },
  subscription: { description: "what the link in a release e-mail ends with", value: example.subscription },
  emailChange: { description: "what the link in the email ends with", value: example.subscription },
  cancellation: { description: "what the link in the email ends with", value: example.subscription },
  restoration: { description: "what the link in the email ends with", value: example.subscription },
  sessionId: { description: "id of a session", value: "0197f3a2-6c1e-7a44-8d0a-1e6f8b2c1a71" },
  passkeyId: { description: "id of a passkey", value: "0197f3a2-7d1e-7b44-9d0a-2e6f8b2c1a72" },
  verification: { description: "what the link in the mail ends with", value: example.subscription },
  provider: { description: "`github` or `google`", value: "github" },
};

function queryParameters(op: Operation, schemas: Json): Json[] {
  if (!op.query) return [];
  const { properties = {}, required = [] } = schemaOf(op.query, "input", schemas) as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    // A list of names is one value, with commas.
    ...((schema as Json).type === "array" && { style: "form", explode: false }),
    schema,
  }));
}

function headerParameters(op: Operation): Json[] {
  return [
    ...(takesIdempotencyKey(op) ? [idempotencyKey] : []),
    ...(honoursIfMatch(op) ? [ifMatch] : []),
    ...(op.conditional ? [ifNoneMatch] : []),
    ...(op.errors?.includes("confirmation_required") ? [confirm] : []),
    ...(op.stream ? [lastEventId] : []),
    ...(op.requestHeaders ?? []).map(({ name, description }) =>
      header(name, description, { required: true }),
    ),
  ];
}

const header = (name: string, description: string, { required = false, schema = {} } = {}): Json => ({
  name,
  in: "header",
  required,
  description,
  schema: { type: "string", ...schema },
});

const idempotencyKey = header(
  "Idempotency-Key",
  "repeats of the request with the same key get the first answer for 24 hours",
  { schema: { maxLength: 255 } },
);

const ifMatch = header(
  "If-Match",
  "the `updatedAt` of the row as you know it, in quotes; should it have changed since, nothing is written and the answer is 409",
);

const confirm = header(
  confirmHeader,
  "the keys of the protected environments that this changes, with commas between; without them the answer is 428",
);

const ifNoneMatch = header(
  "If-None-Match",
  "the `ETag` of an earlier answer: 304 while it would be the same",
);

const lastEventId = header(
  "Last-Event-ID",
  "the id of the last event that was heard, as a browser's `EventSource` sends it by itself",
);
