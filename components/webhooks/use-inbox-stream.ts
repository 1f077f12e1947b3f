"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { browserStreamParts, type InboxAddress } from "@/components/webhooks/browser-stream-parts";
import { createInboxStream, type InboxStream, type StreamView } from "@/components/webhooks/inbox-stream";
import type { CapturedRequest } from "@/lib/webhooks/contract";

/** The inbox's captures from what the page came with, kept up to date as long as the page is open. */
export function useInboxStream(
  first: readonly CapturedRequest[],
  address: InboxAddress,
  wsUrl: string,
): { stream: InboxStream; view: StreamView } {
  const [stream] = useState(() => createInboxStream(first, browserStreamParts(address, wsUrl)));
  const view = useSyncExternalStore(stream.subscribe, stream.view, stream.view);

  useEffect(() => {
    const seen = () => (document.hidden ? undefined : stream.tryNow());
    window.addEventListener("online", stream.tryNow);
    window.addEventListener("offline", stream.networkLost);
    document.addEventListener("visibilitychange", seen);
    stream.start();
    return () => {
      stream.stop();
      window.removeEventListener("online", stream.tryNow);
      window.removeEventListener("offline", stream.networkLost);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [stream]);

  return { stream, view };
}
