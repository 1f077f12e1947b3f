import { hash } from "node:crypto";

/** Whether a client has to ask for its flags again. */
export type EventType = "ready" | "refetchEvaluation";

/** What evaluations answer at one time. */
export type State = {
  /** Different after each change, and the same in every process. It tells nobody how much else changes. */
  id: string;
  /** When this process noticed it, in ms. */
  noticedAt: number;
};

/** @param version the database's numbers of what is answered there */
export const stateId = (environmentId: string, version: string): string =>
  hash("sha256", `${environmentId} ${version}`, "base64url").slice(0, 16);

/** An event as OFREP has it (ADR 8). */
export function encodedEvent(type: EventType, { id, noticedAt }: State): Buffer {
  const data = { type, etag: `"${id}"`, lastModified: Math.floor(noticedAt / 1000) };
  return Buffer.from(`id: ${id}\nevent: message\ndata: ${JSON.stringify(data)}\n\n`);
}

/** A comment, which tells everything on the way that the connection is in use. */
export const heartbeat = Buffer.from(":\n\n");

/** Clients that lose their streams together come again one after the other. */
const retryMs = { least: 1000, most: 5000 };

export function encodedRetry(random: number = Math.random()): Buffer {
  const { least, most } = retryMs;
  return Buffer.from(`retry: ${Math.round(least + random * (most - least))}\n\n`);
}
