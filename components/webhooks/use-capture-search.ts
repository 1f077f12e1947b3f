"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import { listedBodyBytes } from "@/components/webhooks/capture-list";
import { createCaptureSearch } from "@/components/webhooks/capture-search";
import { call } from "@/lib/operations/client";
import type { CapturedRequest } from "@/lib/webhooks/contract";
import { searchRequests } from "@/lib/webhooks/searching/contract";

const waitMs = 250;

type Known = { requests: readonly CapturedRequest[]; hasOlder: boolean };

/** The page holds only the beginning of long bodies, and not all of a large inbox, so the API searches there. */
export function useCaptureSearch(
  { projectId, webhookId }: InboxAddress,
  text: string,
  { requests, hasOlder }: Known,
) {
  const [search] = useState(() =>
    createCaptureSearch({
      step: (q, range, signal) =>
        call(
          searchRequests,
          { projectId, webhookId, q, ...range, bodyBytesMax: listedBodyBytes },
          { signal },
        ),
      settled: () => new Promise((resolve) => setTimeout(resolve, waitMs)),
    }),
  );
  const view = useSyncExternalStore(search.subscribe, search.view, search.view);
  const newest = requests[0]?.sequence ?? 0;
  const newestLong = requests.find(({ bodyTruncated }) => bodyTruncated)?.sequence ?? 0;
  const isNeeded = newestLong > 0 || hasOlder;
  const wanted = isNeeded ? text.trim() : "";

  useEffect(() => search.look(wanted, { newest, newestLong }), [search, wanted, newest, newestLong]);
  useEffect(() => () => search.look("", { newest: 0, newestLong: 0 }), [search]);
  return { ...view, stop: search.stop };
}

export type RoomSearch = ReturnType<typeof useCaptureSearch>;
