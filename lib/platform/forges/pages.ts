import { z } from "zod";
import { type OutboundAnswer, request } from "@/lib/platform/outbound/outbound";
import type { OutboundSettings } from "@/lib/platform/outbound/settings";

export type Asking = {
  headers: readonly [string, string][];
  signal: AbortSignal;
  /** Replaced by tests only. */
  outbound: Partial<OutboundSettings> | undefined;
};

const timeoutMs = 10_000;
const pagesMax = 20;
/** Large, because lists of pull requests repeat both repositories in every item. */
const bytesMax = 16 * 1024 * 1024;

/**
 * Items of a paged list, until a page is not full or the caller has enough. Items of another shape are skipped.
 * @param url of the list; `per_page` and `page` are added
 * @throws {OutboundError}, an error for a status other than 200, or the reason of the signal
 */
export async function* itemsOf<T>(
  url: URL,
  form: z.ZodType<T>,
  perPage: number,
  { headers, signal, outbound }: Asking,
): AsyncGenerator<T> {
  for (let page = 1; page <= pagesMax; page += 1) {
    url.searchParams.set("per_page", String(perPage));
    url.searchParams.set("page", String(page));
    const answer = await request(
      {
        url: url.href,
        method: "GET",
        headers,
        signal,
        timeoutMs,
        maxBytes: bytesMax,
        // A repository that moved may belong to somebody else, whom the token is not for.
        redirects: "none",
      },
      outbound,
    );
    const items = listOf(answer);
    for (const item of items) {
      const parsed = form.safeParse(item);
      if (parsed.success) yield parsed.data;
    }
    if (items.length < perPage) return;
  }
}

function listOf({ statusCode, body, truncated }: OutboundAnswer): unknown[] {
  if (statusCode !== 200) throw new Error(`the forge answers ${statusCode}`);
  if (truncated) throw new Error("the forge's answer is too large");
  return z.array(z.unknown()).parse(JSON.parse(body.toString()));
}
