/** Largest message in bytes that travels between processes. */
export const messageBytesMax = 512 * 1024;

/**
 * Channel on which a process says that it could not send everything: whoever hears it may have missed
 * messages.
 */
export const lossChannel = "!lost";

export type Envelope = { from: string; message: unknown };

/** A channel's name at the broker. Redis shares channels among its numbered databases, installations don't. */
export const brokerPrefix = (database: number) => `fieldkit:${database}:`;

/** What travels: the message and the process that it comes from; undefined when it can't travel. */
export function encodeEnvelope({ from, message }: Envelope): string | undefined {
  let text: string;
  try {
    text = JSON.stringify({ from, message: message ?? null });
  } catch {
    return undefined;
  }
  return Buffer.byteLength(text) <= messageBytesMax ? text : undefined;
}

/** Undefined for whatever was not written by `encodeEnvelope`. */
export function decodeEnvelope(text: string): Envelope | undefined {
  if (text.length > messageBytesMax) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("from" in value) || !("message" in value)) {
      return undefined;
    }
    const { from, message } = value;
    return typeof from === "string" ? { from, message } : undefined;
  } catch {
    return undefined;
  }
}
