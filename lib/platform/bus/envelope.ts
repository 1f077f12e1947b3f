/** Largest message in bytes that travels between processes. */
export const messageBytesMax = 512 * 1024;

/**
 * Channel on which a process says that it could not send everything, so that others know they may have missed
 * messages.
 */
export const lossChannel = "!lost";

/** What channels begin with that tell caches what to forget. Every process has to hear of it, sooner or later. */
export const evictionPrefix = "evict:";

/** How long a broker keeps a count that nobody adds to. */
export const countSeconds = 7 * 24 * 3600;

export type Envelope = { from: string; message: unknown };

/** Prefix of channels, which Redis shares among its numbered databases: each of these may be another installation's. */
export const brokerPrefix = (database: number) => `fieldkit:${database}:`;

/** Packs a message with the id of its process; undefined when it cannot be sent. */
export function encodeEnvelope({ from, message }: Envelope): string | undefined {
  let text: string;
  try {
    text = JSON.stringify({ from, message: message ?? null });
  } catch {
    return undefined;
  }
  return Buffer.byteLength(text) <= messageBytesMax ? text : undefined;
}

/** Undefined for anything that `encodeEnvelope` did not write. */
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
