import { randomUUID } from "node:crypto";

/**
 * A version 7 UUID (RFC 9562, section 5.7) with all of its random bits, whose order within a millisecond means nothing.
 * Node keeps random bytes ahead for version 4, from which all but the time is taken.
 */
export function captureId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
