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
import { mergeCaptures } from "@/components/webhooks/capture-list";
import type { Webhook } from "@/components/webhooks/inbox-form-values";
import { createInboxStream } from "@/components/webhooks/inbox-stream";
import { useCaptureRemoval } from "@/components/webhooks/use-capture-removal";
import { useCaptureSearch } from "@/components/webhooks/use-capture-search";
import { useLiveStream } from "@/components/webhooks/use-live-stream";
import { useOlderCaptures } from "@/components/webhooks/use-older-captures";
import { usePins } from "@/components/webhooks/use-pins";
import { useRoomAddress } from "@/components/webhooks/use-room-address";
import type { CapturedRequest } from "@/lib/webhooks/contract";

/** The state and actions of an inbox's page, without its appearance. */
export function useInboxRoom(
  { projectId, id: webhookId, retention }: Webhook,
  first: FirstCaptures,
  wsUrl: string,
) {
  const address = useMemo<InboxAddress>(() => ({ projectId, webhookId }), [projectId, webhookId]);
  const { stream, view } = useLiveStream(() =>
    createInboxStream(first.items, browserStreamParts(address, wsUrl), retention.count),
  );
  const { remove, clear } = useCaptureRemoval(stream, address);
  const pins = usePins(stream, address);
  const { filter, selected, setFilter, select, close } = useRoomAddress();
  const { method, text, signature } = filter;
  const wide = useWide();

  const { requests } = view;
  const older = useOlderCaptures(stream, address, first.next);
  const search = useCaptureSearch(address, text, { requests, hasOlder: older.isThere });
  const matching = useMemo(() => {
    // What is found beyond the page's list shows, too.
    const all = older.isThere ? mergeCaptures(requests, [...search.found.values()], Infinity) : requests;
    return all.filter((request) => matchesFilter(request, { method, text, signature }, search.found));
  }, [requests, method, text, signature, search.found, older.isThere]);
  const {
    item: shown,
    missing,
    prefer,
  } = useShownItem({ all: older.isThere ? matching.concat(requests) : requests, matching, selected, wide });

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
    search,
    older,
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

/** The newest captures at the time of rendering, and where those before them begin. */
export type FirstCaptures = { items: readonly CapturedRequest[]; next?: string | undefined };

export type InboxRoomModel = ReturnType<typeof useInboxRoom>;
