"use client";

import { useState } from "react";
import { messageOf } from "@/components/ui/form-problem";
import { useToast } from "@/components/ui/toast";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import { firstCaptures, listedBodyBytes } from "@/components/webhooks/capture-list";
import type { InboxStream } from "@/components/webhooks/inbox-stream";
import { callPage } from "@/lib/operations/client";
import { listRequests } from "@/lib/webhooks/contract";

export type OlderCaptures = {
  /** Whether the inbox has some that the page has not. */
  isThere: boolean;
  isLoading: boolean;
  /** How many rows are shown, because a page of ten thousand is slow. */
  rowsMax: number;
  /** Shows more rows than so many, which are read where the page has none. */
  more: (shown: number) => void;
};

/** The rest of an inbox that retains more than a page begins with, read page by page. */
export function useOlderCaptures(
  stream: InboxStream,
  address: InboxAddress,
  first: string | undefined,
): OlderCaptures {
  const toast = useToast();
  const [next, setNext] = useState(first);
  const [rowsMax, setRowsMax] = useState(firstCaptures);
  const [isLoading, setLoading] = useState(false);

  async function more(shown: number) {
    const wanted = rowsMax + firstCaptures;
    if (shown < wanted && next !== undefined) {
      setLoading(true);
      try {
        const input = { ...address, cursor: next, limit: firstCaptures, bodyBytesMax: listedBodyBytes };
        const page = await callPage(listRequests, input);
        stream.add(page.items);
        setNext(page.next);
      } catch (error) {
        toast.error("Older requests could not be read", { description: messageOf(error) });
        return;
      } finally {
        setLoading(false);
      }
    }
    setRowsMax(wanted);
  }

  return { isThere: next !== undefined, isLoading, rowsMax, more: (shown) => void more(shown) };
}
