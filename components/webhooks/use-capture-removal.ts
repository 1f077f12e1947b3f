"use client";

import { useRouter } from "next/navigation";
import { useCallback } from "react";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import type { InboxStream } from "@/components/webhooks/inbox-stream";
import { ApiError, call } from "@/lib/operations/client";
import { type CapturedRequest, clearRequests, deleteRequest, listRequests } from "@/lib/webhooks/contract";

/** Deletes captures, and takes them out of the page once they are gone. Both reject with the API's refusal. */
export function useCaptureRemoval(stream: InboxStream, { projectId, webhookId }: InboxAddress) {
  const router = useRouter();

  const remove = useCallback(
    async ({ id }: CapturedRequest) => {
      await call(deleteRequest, { projectId, webhookId, requestId: id }).catch(unlessGone);
      stream.remove((each) => each.id === id);
      // The router caches pages, and Back must not show the deleted capture again.
      router.refresh();
    },
    [projectId, webhookId, stream, router],
  );

  const clear = useCallback(async () => {
    const before = shownIds(stream);
    await call(clearRequests, { projectId, webhookId });
    // What came in meanwhile may have been deleted too, or may have come just after.
    const present = shownIds(stream);
    const left = await call(listRequests, { projectId, webhookId, bodyBytesMax: "0" }).catch(() => null);
    const kept = new Set(left?.map(({ id }) => id));
    const gone = left ? present : before;
    stream.remove(({ id }) => gone.has(id) && !kept.has(id));
    router.refresh();
  }, [projectId, webhookId, stream, router]);

  return { remove, clear };
}

function shownIds(stream: InboxStream): ReadonlySet<string> {
  const { requests, held } = stream.view();
  return new Set([...requests, ...held].map(({ id }) => id));
}

function unlessGone(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}
