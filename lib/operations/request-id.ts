import { randomUUID } from "node:crypto";

/** The caller's own request id if it is acceptable, else a new one. */
export function requestIdFrom(given: string | null | undefined): string {
  return given && /^[\w.:/+=-]{1,128}$/.test(given) ? given : randomUUID();
}
