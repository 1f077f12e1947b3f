import type { IncomingHttpHeaders } from "node:http";

/** A request's header as Node gives it; the first one where it was sent several times. @param name in lower case */
export function firstHeader(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
