"use client";

import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import { type CaptureFilter, matchesFilter, methodsOf } from "@/components/webhooks/capture-filter";
import type { Webhook } from "@/components/webhooks/inbox-form-values";
import { useCaptureRemoval } from "@/components/webhooks/use-capture-removal";
import { useInboxStream } from "@/components/webhooks/use-inbox-stream";
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
  const { stream, view } = useInboxStream(first, address, wsUrl);
  const { remove, clear } = useCaptureRemoval(stream, address);
  const { filter, selected, setFilter, select, close } = useRoomAddress();
  const { method, text } = filter;
  const wide = useWide();

  const { requests } = view;
  const search = useLongBodySearch(address, text, requests);
  const matching = useMemo(
    () => requests.filter((request) => matchesFilter(request, { method, text }, search.found)),
    [requests, method, text, search.found],
  );
  const { request: shown, missing, prefer } = useShownCapture(requests, matching, selected, wide);

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

const query = "(width >= 48rem)";

/** Whether list and detail fit side by side: Tailwind's `md`. The server assumes so. */
function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => true,
  );
}

function subscribe(listener: () => void) {
  const media = window.matchMedia(query);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

export type ShownCapture = {
  request: CapturedRequest | undefined;
  /** Whether the address names a capture that does not exist, or no longer does. */
  missing: boolean;
  /** Makes another capture the default, such as the neighbour of a deleted one. */
  prefer: (id: string | undefined) => void;
};

/**
 * The capture in the detail: the chosen one. If none is chosen, wide screens show the newest at that time, and keep it
 * when newer ones arrive, so that it does not change while somebody reads it.
 */
function useShownCapture(
  requests: readonly CapturedRequest[],
  matching: readonly CapturedRequest[],
  selected: string,
  wide: boolean,
): ShownCapture {
  const [preferred, setPreferred] = useState(matching[0]?.id);
  if (selected) {
    const request = requests.find(({ id }) => id === selected);
    return { request, missing: !request, prefer: setPreferred };
  }
  const request = matching.find(({ id }) => id === preferred) ?? matching[0];
  if (request && request.id !== preferred) setPreferred(request.id);
  return { request: wide ? request : undefined, missing: false, prefer: setPreferred };
}

/** Counts in the tab's title what came in while the page was in the background. */
function useUnseenTitle(newest: number) {
  const latest = useRef(newest);
  const seen = useRef(newest);
  const plain = useRef("");

  useEffect(() => {
    const look = () => {
      if (document.hidden) return;
      seen.current = latest.current;
      if (plain.current) document.title = plain.current;
      plain.current = "";
    };
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      look();
    };
  }, []);

  useEffect(() => {
    latest.current = newest;
    if (!document.hidden) seen.current = newest;
    else if (newest > seen.current) {
      plain.current ||= document.title;
      document.title = `(${newest - seen.current}) ${plain.current}`;
    }
  }, [newest]);
}
