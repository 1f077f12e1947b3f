"use client";

import { useCallback, useMemo, useState } from "react";
import { useShownItem, useUnseenTitle, useWide } from "@/components/ui/use-shown-item";
import { browserStreamParts, type InboxAddress } from "@/components/webhooks/browser-stream-parts";
import {
  type CaptureFilter,
  matchesFilter,
  methodsOf,
  verdictsOf,
} from "@/components/webhooks/capture-filter";
import type { Webhook } from "@/components/webhooks/inbox-form-values";
import { createInboxStream } from "@/components/webhooks/inbox-stream";
import { useCaptureRemoval } from "@/components/webhooks/use-capture-removal";
import { useLiveStream } from "@/components/webhooks/use-live-stream";
import { usePins } from "@/components/webhooks/use-pins";
import { useLongBodySearch } from "@/components/webhooks/use-long-body-search";
import { useRoomAddress } from "@/components/webhooks/use-room-address";
import type { CapturedRequest } from "@/lib/webhooks/contract";

/** The state and actions of an inbox's page, without its appearance. */
export function useInboxRoom(
  { projectId, id: webhookId }: Webhook,
  first: readonly CapturedRequest[],
  wsUrl: string,
) {
  const address = useMemo<InboxAddress>(() => ({ projectId, webhookId }), [projectId, webhookId]);
  const { stream, view } = useLiveStream(() => createInboxStream(first, browserStreamParts(address, wsUrl)));
  const { remove, clear } = useCaptureRemoval(stream, address);
  const pins = usePins(stream, address);
  const { filter, selected, setFilter, select, close } = useRoomAddress();
  const { method, text, signature } = filter;
  const wide = useWide();

  const { requests } = view;
  const search = useLongBodySearch(address, text, requests);
  const matching = useMemo(
    () => requests.filter((request) => matchesFilter(request, { method, text, signature }, search.found)),
    [requests, method, text, signature, search.found],
  );
  const { item: shown, missing, prefer } = useShownItem({ all: requests, matching, selected, wide });

  const newest = requests[0]?.sequence ?? 0;
  useUnseenTitle(newest);
  const [freshAfter, setFreshAfter] = useState(newest);

  const choose = useCallback(
    (id: string) => {
      prefer(id);
      select(id);
    },
    [prefer, select],
  );

  function go(step: 1 | -1) {
    const at = matching.findIndex(({ id }) => id === shown?.id);
    const next = at < 0 ? matching[0] : matching[at + step];
    if (next) choose(next.id);
  }

  /** Shows the neighbour of the deleted capture; on narrow screens, the list. */
  async function removeShown() {
    if (!shown) return;
    const at = matching.findIndex(({ id }) => id === shown.id);
    const neighbour = matching[at + 1] ?? matching[at - 1];
    await remove(shown);
    prefer(neighbour?.id);
    if (selected && neighbour && wide) select(neighbour.id);
    else if (selected) close();
  }

  return {
    address,
    stream,
    view,
    requests,
    matching,
    methods: methodsOf(requests, method),
    verdicts: verdictsOf(requests, signature),
    filter,
    search: search.state,
    /** Rows that reappear when the filter changes are not new, so they must not be highlighted. */
    setFilter: (change: Partial<CaptureFilter>) => {
      setFreshAfter(newest);
      setFilter(change);
    },
    freshAfter,
    shown,
    missing,
    previous: shown && requests.find(({ sequence }) => sequence < shown.sequence),
    /** Whether the detail replaces the list on narrow screens. */
    detailOpen: selected !== "",
    choose,
    close,
    go,
    removeShown,
    pins,
    clear: async () => {
      await clear();
      if (selected) close();
    },
    togglePause: () => (view.paused ? stream.resume() : stream.pause()),
    showNewest: () => {
      stream.showHeld();
      const [newestNow] = stream.view().requests;
      if (newestNow) choose(newestNow.id);
    },
  };
}

export type InboxRoomModel = ReturnType<typeof useInboxRoom>;
