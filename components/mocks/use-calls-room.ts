"use client";

import { parseAsString, useQueryStates } from "nuqs";
import { useCallback, useMemo, useRef, useState } from "react";
import { type CallsFilter, matchesFilter, methodsOf } from "@/components/mocks/calls-filter";
import { useShownItem, useUnseenTitle, useWide } from "@/components/ui/use-shown-item";
import { liveStreamParts } from "@/components/webhooks/browser-stream-parts";
import { createLiveStream } from "@/components/webhooks/inbox-stream";
import { useLiveStream } from "@/components/webhooks/use-live-stream";
import { clearMockCalls, listMockCalls, MockCall } from "@/lib/mocks/calls/contract";
import { call } from "@/lib/operations/client";
import { createCallsTicket } from "@/lib/webhooks/contract";

/** How many calls the service keeps of a project. */
const keptMax = 200;

/** The state and actions of the page of a project's calls, without its appearance. */
export function useCallsRoom(projectId: string, first: readonly MockCall[], wsUrl: string) {
  const { stream, view } = useLiveStream(() => streamOf(projectId, first, wsUrl));
  const { filter, selected, setFilter, select, close } = useCallsAddress();
  const wide = useWide();
  const { requests: calls } = view;
  const matching = useMemo(() => calls.filter((each) => matchesFilter(each, filter)), [calls, filter]);
  const { item: shown, missing, prefer } = useShownItem({ all: calls, matching, selected, wide });
  const newest = calls[0]?.sequence ?? 0;
  useUnseenTitle(newest);
  const [freshAfter, setFreshAfter] = useState(newest);

  const choose = useCallback(
    (id: string) => {
      prefer(id);
      select(id);
    },
    [prefer, select],
  );

  return {
    stream,
    view,
    calls,
    matching,
    methods: methodsOf(calls, filter.method),
    filter,
    /** Rows that reappear when the filter changes are not new, so they must not be highlighted. */
    setFilter: (change: Partial<CallsFilter>) => {
      setFreshAfter(newest);
      setFilter(change);
    },
    freshAfter,
    shown,
    missing,
    callbacks: useMemo(
      () => calls.filter(({ callId }) => callId !== null && callId === shown?.id),
      [calls, shown],
    ),
    /** Whether the detail replaces the list on narrow screens. */
    detailOpen: selected !== "",
    choose,
    close,
    go: (step: 1 | -1) => {
      const at = matching.findIndex(({ id }) => id === shown?.id);
      const next = at < 0 ? matching[0] : matching[at + step];
      if (next) choose(next.id);
    },
    clear: async () => {
      await call(clearMockCalls, { projectId });
      const left = new Set((await call(listMockCalls, { projectId })).map(({ id }) => id));
      stream.remove(({ id }) => !left.has(id));
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

export type CallsRoomModel = ReturnType<typeof useCallsRoom>;

function streamOf(projectId: string, first: readonly MockCall[], wsUrl: string) {
  const parts = liveStreamParts<MockCall>(wsUrl, {
    path: `/ws/mock-calls/${projectId}`,
    ticket: async () => (await call(createCallsTicket, { projectId })).ticket,
    after: (after) => call(listMockCalls, { projectId, after: String(after) }),
  });
  return createLiveStream(first, parts, { read, keptMax });
}

function read(text: string): MockCall | undefined {
  try {
    return MockCall.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const text = parseAsString.withDefault("");
const parsers = { method: text, outcome: text, status: text, mock: text, q: text, call: text };

/** The page state that is kept in its address: the filter and the chosen call. */
function useCallsAddress() {
  const [{ q, call: selected, method, outcome, status, mock }, write] = useQueryStates(parsers);
  /** Settles when the first chosen call has been written to the address. */
  const opened = useRef<Promise<unknown>>(undefined);
  const filter = useMemo(
    () => ({ method, outcome, status, mock, text: q }),
    [method, outcome, status, mock, q],
  );

  const setFilter = useCallback(
    ({ text: q, ...rest }: Partial<CallsFilter>) => void write({ ...rest, ...(q !== undefined && { q }) }),
    [write],
  );

  /** The first chosen call gets a history entry of its own, so that Back leads to the list. */
  const select = useCallback(
    (id: string) => {
      const written = write({ call: id }, { history: selected ? "replace" : "push" });
      if (!selected) opened.current = written;
    },
    [write, selected],
  );

  const close = useCallback(() => {
    const step = opened.current;
    opened.current = undefined;
    if (step) void step.then(() => window.history.back());
    else void write({ call: null });
  }, [write]);

  return { filter, selected, setFilter, select, close };
}
