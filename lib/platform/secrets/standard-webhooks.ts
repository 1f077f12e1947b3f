import { createHmac, randomBytes } from "node:crypto";

/** How secrets of Standard Webhooks begin (https://www.standardwebhooks.com). */
const prefix = "whsec_";
const secretBytes = 24;

export const makeWebhookSecret = (): string => prefix + randomBytes(secretBytes).toString("base64");

export const signatureHeaders = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;
export type SignatureHeader = (typeof signatureHeaders)[number];

type Message = { id: string; at: Date; body: string };

/**
 * The headers that sign a message. With several secrets there are as many signatures, so that a receiver may have either.
 * @param secrets as made above
 */
export function signedWebhookHeaders(
  { id, at, body }: Message,
  secrets: readonly string[],
): [name: SignatureHeader, value: string][] {
  const seconds = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
  });
  return [
    ["webhook-id", id],
    ["webhook-timestamp", seconds],
    ["webhook-signature", signatures.join(" ")],
  ];
}
