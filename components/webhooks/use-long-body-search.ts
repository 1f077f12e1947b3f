"use client";

import { useEffect, useState } from "react";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import { call } from "@/lib/operations/client";
import { type CapturedRequest, listRequests } from "@/lib/webhooks/contract";

const waitMs = 250;
const nothing: ReadonlySet<string> = new Set();

export type LongBodySearch = { found: ReadonlySet<string>; state: "done" | "searching" | "failed" };

/** The page holds only the beginning of long bodies, so the API searches in these. */
export function useLongBodySearch(
  { projectId, webhookId }: InboxAddress,
  text: string,
  requests: readonly CapturedRequest[],
): LongBodySearch {
  const wanted = text.trim();
  const newestLong = requests.find(({ bodyTruncated }) => bodyTruncated)?.sequence ?? 0;
  const asked = wanted && newestLong > 0 ? `${newestLong} ${wanted}` : "";
  const [answer, setAnswer] = useState<{ to: string; text: string; found: ReadonlySet<string> | null }>();

  useEffect(() => {
    if (!asked) return;
    let current = true;
    const timer = setTimeout(async () => {
      const found = await call(listRequests, { projectId, webhookId, q: wanted, bodyBytesMax: "0" })
        .then((list) => new Set(list.map(({ id }) => id)))
        .catch(() => null);
      if (current) setAnswer({ to: asked, text: wanted, found });
    }, waitMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [asked, wanted, projectId, webhookId]);

  if (!asked) return { found: nothing, state: "done" };
  // Keep the matches while newer captures are searched for the same text.
  const found = (answer?.text === wanted ? answer.found : undefined) ?? nothing;
  if (answer?.to !== asked) return { found, state: "searching" };
  return { found, state: answer.found === null ? "failed" : "done" };
}
