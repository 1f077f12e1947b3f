import type { z } from "zod";
import type { Operation } from "./operation";

/**
 * What the description of the API says about an operation besides its contract. It is kept apart, because the
 * dashboard is made from contracts and needs none of it.
 */
export type OperationReference<O extends Operation = Operation> = {
  /** What the operation does, what it refuses and its limits, in Markdown. */
  description: string;
  /** The answer to the example of a request. */
  answer: z.output<O["output"]>;
} & BodyExample<O>;

/** A file in a form is written as text. */
type BodyExample<O extends Operation> = O["body"] extends z.ZodType
  ? { body: O["upload"] extends object ? Record<string, string> : z.input<O["body"]> }
  : unknown;

type OperationsOf<Contract> = {
  [Name in keyof Contract]: Contract[Name] extends Operation ? Contract[Name] : never;
}[keyof Contract];

/** A reference for each operation of a contract. If one is missing, it does not compile. */
export type Reference<Contract> = {
  [O in OperationsOf<Contract> as O["id"]]: OperationReference<O>;
};

/** All examples are about one team and its shop, so that a value from one of them fits the others. */
export const example = {
  userId: "0197f3a2-5b1e-7c44-9d0a-3e6f8b2c1a70",
  email: "ada@example.com",
  teamId: "0197f3a2-5b2f-7a10-8c3d-91e4f7b60d52",
  teamReferenceId: "k7m2x9qd",
  projectId: "0197f3a4-11c0-7e86-b5f2-60a9d3c8e714",
  referenceId: "3ANpUq95TOKrVQDlemH2FUdCoIr",
  host: "k7m2x9qd-shop.mock.localhost:3000",
  pathBaseUrl: "http://localhost:3000/p/k7m2x9qd-shop",
  mockId: "0197f3a6-8d42-7b09-a1c7-2f5e9d03b6a8",
  collectionId: "0197f3a7-91b4-7a6c-b2e8-4d05c7f3a169",
  fileId: "0197f3a7-3c18-7d4e-8b60-d9f1a2c57e34",
  callId: "0197f3a7-d2e6-7b18-9f4c-6a13b8d05e72",
  webhookId: "0197f3a8-c6e5-7d31-94b8-7a0c1e2f5d63",
  webhookReferenceId: "h4Tq9ZrW2mXc7KpB",
  requestId: "0197f3aa-02f7-7f58-8e6a-b3d1c4907e25",
  ruleId: "0197f3aa-51c9-7d83-a2f7-90e4b6d1c358",
  deliveryId: "0197f3aa-7e02-7a9c-b814-5c3f0d82e7a6",
  environment: { id: "3ANpUqyOCZ4ffxlAMeMESbWjVPG", name: "Production", key: "production" },
  flagId: "3ANpUmSoO2C8v6XGAQXl9ew6kGj",
  groupId: "3ANpUmjh6S5yf6mOb6RrjvozvVn",
  groupFlagId: "3ANpUoHgnfN1KUmUyO1KcfJ8lMy",
  scheduleId: "3ANpUtBv7QnYh2KcXw5ZrLd0mEs",
  segmentId: "3ANpUqm0dQ8ZbVZz3mYtXk5LwRe",
  recordId: "tenan-3ANpUotVnwagQaJ5Z3s3lzIW99h",
  keyId: "0197f3ac-47b9-7a62-bd15-c8e0f3a29641",
  releaseId: "0197f3ae-9e10-7c8b-a6d4-15f7e2b0c389",
  releaseWebhookId: "0197f3b0-6b22-7d14-a9c3-2e8f5d7b1c46",
  releaseDeliveryId: "0197f3b0-9c33-7f25-8ad4-3f9e6c8a2d57",
  attachmentId: "0197f3b0-31d8-7e2a-8f49-d6c3a5b1e072",
  subscriberId: "0197f3b0-52aa-7c13-9d10-b1f2c3d4e5a6",
  invitationId: "0197f3b2-76a4-7b5d-9c28-e4f0d1a3b867",
  invitationToken: "s3Qv8nXz1KcR6tLw0yBd5gHj2mPa9uFe4iTo7rWk",
  subscription: "eyJwcm9qZWN0IjoiMDE5N2YzYTQifQ.q7Lr2XcV9mTz4WbN",
  createdAt: "2026-03-02T09:15:00.000Z",
  updatedAt: "2026-03-02T09:15:00.000Z",
};

/** What a plain boolean flag has of the fields that others need. */
export const exampleBoolean = {
  rolloutBasisPoints: null,
  type: "boolean" as const,
  onValue: true,
  offValue: false,
  variants: null,
  valueSchema: null,
};

/** What a flag without targeting has of its fields. */
export const exampleUntargeted = { rules: [], prerequisites: [] };
/** What people say of a flag that they say nothing of. */
export const exampleUndescribed = { description: null, tags: [], ownerId: null, lastEvaluatedAt: null };

/** When the things in the examples were made. */
export const exampleTimes = { createdAt: example.createdAt, updatedAt: example.updatedAt };

/** The note for a delete that can be undone. */
export const undoable = "At once; for 30 seconds it can be put back.";

/** An email that arrived with the mail service. */
export const sentEmail = {
  ...{ state: "sent" as const, error: null, attempts: 1, nextAttemptAt: null },
  sentAt: "2026-03-02T09:15:02.000Z",
};

/** An email that waits for its first attempt. */
export const queuedEmail = { ...sentEmail, state: "queued" as const, attempts: 0, sentAt: null };

export const success = { success: true } as const;
