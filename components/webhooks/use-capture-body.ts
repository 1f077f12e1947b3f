"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { messageOf } from "@/components/ui/form-problem";
import { queryKey } from "@/components/ui/known-answers";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import { bytesOf, fetchBody } from "@/components/webhooks/whole-capture";
import { ApiError } from "@/lib/operations/client";
import { type CapturedRequest, getRequestBody } from "@/lib/webhooks/contract";

export type CaptureBody =
  | { kind: "ready"; bytes: Uint8Array }
  | { kind: "loading" }
  /** Deleted, or older than what is kept. */
  | { kind: "gone" }
  | { kind: "failed"; problem: string; retry: () => void };

/** Long enough to move up and down a list; not longer, because bodies are large. */
const keptMs = 60_000;

/** The whole body of a capture: from the capture itself, or fetched where lists hold only its beginning. */
export function useCaptureBody(request: CapturedRequest, inbox: InboxAddress): CaptureBody {
  const { id, bodyTruncated = false } = request;
  const own = useMemo(() => (bodyTruncated ? undefined : bytesOf(request)), [request, bodyTruncated]);
  const address = { projectId: inbox.projectId, webhookId: inbox.webhookId, requestId: id };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKey(getRequestBody, address),
    queryFn: ({ signal }) => fetchBody(address, signal),
    enabled: bodyTruncated,
    // What was captured never changes.
    staleTime: "static",
    refetchInterval: false,
    gcTime: keptMs,
    retry: false,
  });
  const bytes = own ?? data;
  if (bytes) return { kind: "ready", bytes };
  if (!error || isFetching) return { kind: "loading" };
  if (error instanceof ApiError && error.status === 404) return { kind: "gone" };
  return { kind: "failed", problem: messageOf(error), retry: () => void refetch() };
}
