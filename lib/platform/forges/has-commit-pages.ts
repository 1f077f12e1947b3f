import { request } from "@/lib/platform/outbound/outbound";
import { OutboundError } from "@/lib/platform/outbound/outbound-error";
import type { OutboundSettings } from "@/lib/platform/outbound/settings";

const timeoutMs = 5000;

/** Every repository there has web pages. Any other host may be a plain Git server. */
const forgeHosts = /^(github\.com|bitbucket\.org|codeberg\.org|gitlab\.com)$/;

/**
 * Whether a commit's page exists, by asking for it without credentials. A page that needs a sign-in exists, and so does
 * one whose server doesn't answer in time.
 * @param url of the page
 * @throws the reason of the signal
 */
export async function hasCommitPages(
  url: string,
  signal: AbortSignal,
  outbound?: Partial<OutboundSettings>,
): Promise<boolean> {
  if (forgeHosts.test(new URL(url).hostname)) return true;
  try {
    const call = {
      url,
      method: "GET",
      headers: [],
      signal,
      timeoutMs,
      maxBytes: 1,
      redirects: "none",
    } as const;
    const { statusCode } = await request(call, outbound);
    return statusCode < 400 || statusCode === 401 || statusCode === 403 || statusCode >= 500;
  } catch (error) {
    if (error instanceof OutboundError) return true;
    throw error;
  }
}
