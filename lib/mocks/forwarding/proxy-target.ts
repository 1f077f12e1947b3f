import { env } from "@/lib/platform/env/env";
import { labelOfHost } from "@/lib/platform/hosts/project-host";
import { checkTarget } from "@/lib/platform/outbound/check-target";
import { OutboundError } from "@/lib/platform/outbound/outbound-error";

/**
 * An address that misses may be forwarded to, as it is stored: without a slash at its end.
 * @returns `problem`: why it may not be, for whoever gave it
 */
export function baseUrlFrom(given: string): { baseUrl: string } | { problem: string } {
  try {
    const url = checkTarget(given);
    if (url.search || url.hash) return { problem: "must have neither a query nor a fragment" };
    if (isOurs(url)) {
      return { problem: "must be another server: this is Fieldkit itself, which would ask itself for ever" };
    }
    return { baseUrl: url.origin + prefixOf(url) };
  } catch (error) {
    if (error instanceof OutboundError) return { problem: error.message };
    throw error;
  }
}

function isOurs(url: URL): boolean {
  const { appUrl, mockHostname } = env();
  return url.host === new URL(appUrl).host || labelOfHost(url.hostname, mockHostname) !== undefined;
}

/**
 * Where a request goes. Undefined if its path leads out of the base's, which some paths with dots would.
 * @param rawPath what follows `/api/mock`, as it was sent
 * @param query with its question mark, or empty
 */
export function targetOf(baseUrl: string, rawPath: string, query: string): string | undefined {
  const base = new URL(baseUrl);
  const prefix = prefixOf(base);
  const path = rawPath === "" || rawPath.startsWith("/") ? rawPath : `/${rawPath}`;
  const written = encoded(base.origin + prefix + path) + encoded(query);
  if (!URL.canParse(written)) return undefined;
  const target = new URL(written);
  const isBelow = target.pathname === prefix || target.pathname.startsWith(`${prefix}/`);
  return isBelow && target.origin === base.origin ? target.href : undefined;
}

const prefixOf = ({ pathname }: URL): string => pathname.replace(/\/+$/, "");

/** Bytes that came as Latin-1 stay the bytes that they are, and nothing means more than it did where it was sent. */
const encoded = (text: string): string =>
  text.replace(
    /[\\#\u0080-\u00ff]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
