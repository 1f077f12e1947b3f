"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import type { InboxStream, StreamView } from "@/components/webhooks/inbox-stream";
import type { Streamed } from "@/components/webhooks/stream-connection";

/** What a stream has brought, kept up to date as long as the page is open. @param create is called once */
export function useLiveStream<T extends Streamed>(
  create: () => InboxStream<T>,
): { stream: InboxStream<T>; view: StreamView<T> } {
  const [stream] = useState(create);
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
