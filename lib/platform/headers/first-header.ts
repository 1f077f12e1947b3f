import type { IncomingHttpHeaders } from "node:http";

/** A request's header as Node has it; the first where it stands several times. @param name in lower case */
export function firstHeader(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
