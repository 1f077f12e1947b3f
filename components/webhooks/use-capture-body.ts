"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import { messageOf } from "@/components/ui/form-problem";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import { bytesOf } from "@/components/webhooks/capture-bytes";
import { fetchBody } from "@/components/webhooks/fetch-body";
import { ApiError } from "@/lib/operations/client";
import type { CapturedRequest } from "@/lib/webhooks/contract";

export type CaptureBody =
  | { kind: "ready"; bytes: Uint8Array }
  | { kind: "loading" }
  /** Deleted, or older than what is kept. */
  | { kind: "gone" }
  | { kind: "failed"; problem: string; retry: () => void };

type Fetched = { id: string; bytes: Uint8Array } | { id: string; error: unknown };

/** The whole body of a capture: from the capture itself, or fetched where lists hold only its beginning. */
export function useCaptureBody(
  request: CapturedRequest,
  { projectId, webhookId }: InboxAddress,
): CaptureBody {
  const { id, bodyTruncated = false } = request;
  const own = useMemo(() => (bodyTruncated ? undefined : bytesOf(request)), [request, bodyTruncated]);
  const [fetched, setFetched] = useState<Fetched>();
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => {
    setFetched(undefined);
    setAttempt((count) => count + 1);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another request
  useEffect(() => {
    if (!bodyTruncated) return;
    const abort = new AbortController();
    fetchBody({ projectId, webhookId, requestId: id }, abort.signal)
      .then((bytes) => ({ id, bytes }))
      .catch((error: unknown) => ({ id, error }))
      .then((result) => (abort.signal.aborted ? undefined : setFetched(result)));
    return () => abort.abort();
  }, [projectId, webhookId, id, bodyTruncated, attempt]);

  if (own) return { kind: "ready", bytes: own };
  if (fetched?.id !== id) return { kind: "loading" };
  if ("bytes" in fetched) return { kind: "ready", bytes: fetched.bytes };
  if (fetched.error instanceof ApiError && fetched.error.status === 404) return { kind: "gone" };
  return { kind: "failed", problem: messageOf(fetched.error), retry };
}
