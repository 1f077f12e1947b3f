import { configuredHeaders } from "@/lib/platform/budgets/budgets";
import { forwardedHeader } from "@/lib/platform/hosts/project-host";
import { sentHeaders } from "@/lib/platform/hosts/sent-headers";
import type { HeaderLine } from "@/lib/platform/outbound/wire-headers";
import { headerProblems, withoutDomain } from "../answers/headers";

export type Passing = {
  /** As received: name, value, name, value, … */
  rawHeaders: readonly string[];
  clientAddress: string;
  /** The host that was called, and how: `https`. */
  host: string;
  scheme: string;
};

/**
 * The headers of a request that is sent on: the client's, credentials included, without those that are ours or the
 * connection's. Bodies are asked for as they are, because they are read and recorded. The marks of a callback and of
 * a forwarded capture stay: where it is a mock or an inbox that answers in the end, that one must cause none either.
 */
export function headersOnward({ rawHeaders, clientAddress, host, scheme }: Passing): HeaderLine[] {
  const kept = linesOf(sentHeaders(rawHeaders)).filter(
    ([name]) => !/^(?:x-fieldkit-(?!(?:callback|delivery)$).*|accept-encoding)$/i.test(name),
  );
  return [
    ...kept,
    ["Accept-Encoding", "identity"],
    ["X-Forwarded-For", clientAddress],
    ["X-Forwarded-Host", host],
    ["X-Forwarded-Proto", scheme],
    [forwardedHeader, "1"],
  ];
}

/** Say something of the server's own host, which is not true of ours. */
const ofItsHost = new Set(["alt-svc", "nel", "report-to", "reporting-endpoints"]);

/**
 * The headers of an answer that is passed back: without those that a mock may not have either, and what is named in
 * `Connection`, and without lines beyond what a mock may have in all. A cookie stays on the project's host, whatever its
 * `Domain`.
 */
export function headersBack(rawHeaders: readonly string[]): Record<string, string | string[]> {
  const lines = linesOf(rawHeaders);
  const hops = new Set(
    lines
      .filter(([name]) => name.toLowerCase() === "connection")
      .flatMap(([, value]) => value.split(",").map((name) => name.trim().toLowerCase())),
  );
  const kept = new Map<string, { name: string; values: string[] }>();
  let count = 0;
  let bytes = 0;
  for (const [name, given] of lines) {
    const lowerName = name.toLowerCase();
    const value = lowerName === "set-cookie" ? withoutDomain(given) : given;
    if (hops.has(lowerName) || ofItsHost.has(lowerName)) continue;
    // As `headersTooMuch` counts. First, because it costs less than judging the line.
    const cost = 2 * name.length + value.length + ": \r\n, ".length;
    if (count === configuredHeaders.linesMax) break;
    if (bytes + cost > configuredHeaders.bytesMax || headerProblems({ [name]: value }).length > 0) continue;
    count += 1;
    bytes += cost;
    const known = kept.get(lowerName);
    if (known) known.values.push(value);
    else kept.set(lowerName, { name, values: [value] });
  }
  // Own fields, also of a header named __proto__.
  return Object.fromEntries([...kept.values()].map(({ name, values }) => [name, values]));
}

/** Whether a request was sent on by a Fieldkit before. */
export const wasForwarded = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.some((name, at) => at % 2 === 0 && name.toLowerCase() === forwardedHeader);

export function linesOf(rawHeaders: readonly string[]): HeaderLine[] {
  const lines: HeaderLine[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    lines.push([rawHeaders[at] ?? "", rawHeaders[at + 1] ?? ""]);
  }
  return lines;
}
