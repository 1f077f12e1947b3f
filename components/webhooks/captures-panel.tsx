"use client";

import { Pause, Play, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { CaptureFilter } from "@/components/webhooks/capture-filter";
import { CaptureRows } from "@/components/webhooks/capture-rows";
import type { StreamView } from "@/components/webhooks/inbox-stream";
import { StreamState } from "@/components/webhooks/stream-state";
import type { LongBodySearch } from "@/components/webhooks/use-long-body-search";
import type { CapturedRequest } from "@/lib/webhooks/contract";

export type CapturesPanelProps = {
  view: StreamView;
  total: number;
  shown: readonly CapturedRequest[];
  shownId: string | undefined;
  freshAfter: number;
  filter: CaptureFilter;
  methods: readonly string[];
  search: LongBodySearch["state"];
  onFilter: (change: Partial<CaptureFilter>) => void;
  onSelect: (id: string) => void;
  onPause: () => void;
  onShowHeld: () => void;
  onRetry: () => void;
  /** The menu of actions for all captures. */
  menu: ReactNode;
};

/** The live list with its state and filter. */
export function CapturesPanel(props: CapturesPanelProps) {
  const { view, total, shown, filter } = props;
  const filtering = filter.method !== "" || filter.text.trim() !== "";
  const isOver = view.status.kind === "ended";
  return (
    <div className="flex min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface md:max-h-[calc(100dvh-5.5rem)]">
      <div className="flex shrink-0 flex-col gap-2.5 border-line border-b p-2.5">
        <div className="flex items-center gap-1">
          <StreamState view={view} onRetry={props.onRetry} className="min-h-7 flex-1 pl-1" />
          {isOver ? null : (
            <Button variant="ghost" size="sm" onClick={props.onPause}>
              {view.paused ? <Play aria-hidden /> : <Pause aria-hidden />}
              {view.paused ? "Resume" : "Pause"}
            </Button>
          )}
          {props.menu}
        </div>
        <CaptureFilterBar filter={filter} onFilter={props.onFilter} methods={props.methods} />
      </div>
      <span role="status" className="sr-only">
        {view.held.length > 0 ? `${view.held.length} new while paused` : ""}
      </span>
      {view.held.length > 0 ? (
        <button
          type="button"
          onClick={props.onShowHeld}
          className="shrink-0 border-line border-b bg-accent-soft px-3.5 py-2 text-left font-medium text-accent-ink text-sm focus-visible:-outline-offset-2 touch:min-h-11"
        >
          {view.held.length} new <span className="ml-1 font-normal">Show</span>
        </button>
      ) : null}
      <div className="min-h-0 overflow-y-auto overscroll-contain">
        {shown.length > 0 ? (
          <CaptureRows
            requests={shown}
            shownId={props.shownId}
            freshAfter={props.freshAfter}
            onSelect={props.onSelect}
          />
        ) : (
          <NoMatch
            searching={props.search === "searching"}
            onClear={() => props.onFilter({ method: "", text: "" })}
          />
        )}
      </div>
      <Footer shown={shown.length} total={total} filtering={filtering} search={props.search} />
    </div>
  );
}

function NoMatch({ searching, onClear }: { searching: boolean; onClear: () => void }) {
  if (searching) return <p className="px-4 py-10 text-center text-ink-mute text-sm">Searching…</p>;
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-10 text-center">
      <p className="text-ink-mute text-sm">No request matches the filter.</p>
      <Button size="sm" onClick={onClear}>
        Clear the filter
      </Button>
    </div>
  );
}

type FooterProps = { shown: number; total: number; filtering: boolean; search: LongBodySearch["state"] };

function Footer({ shown, total, filtering, search }: FooterProps) {
  const failed = search === "failed";
  return (
    <p
      role="status"
      className="flex shrink-0 flex-wrap gap-x-3 border-line border-t bg-sunken px-3.5 py-2 text-ink-mute text-xs"
    >
      <span>{filtering ? `${shown} of ${total}` : `${total} ${total === 1 ? "request" : "requests"}`}</span>
      {search === "searching" ? <span>searching long bodies…</span> : null}
      {failed ? <span className="text-amber">long bodies could not be searched</span> : null}
      {filtering ? null : <span className="ml-auto">newest 50 of 12 hours</span>}
    </p>
  );
}

type CaptureFilterBarProps = {
  filter: CaptureFilter;
  onFilter: (change: Partial<CaptureFilter>) => void;
  methods: readonly string[];
};

/** The longest text that the API searches for. */
const textMax = 500;
/** A select has no empty value. */
const anyMethod = "any";

function CaptureFilterBar({ filter, onFilter, methods }: CaptureFilterBarProps) {
  const options = [
    { value: anyMethod, label: "Any" },
    ...methods.map((method) => ({ value: method, label: method })),
  ];
  return (
    <div className="flex items-center gap-1.5">
      <Input
        type="search"
        aria-label="Search in path, query, headers and body"
        placeholder="Search everything"
        maxLength={textMax}
        autoComplete="off"
        spellCheck={false}
        value={filter.text}
        onChange={(event) => onFilter({ text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          onFilter({ text: "" });
          event.currentTarget.blur();
        }}
        className="[&::-webkit-search-cancel-button]:hidden"
      />
      {filter.text ? (
        <Button
          variant="ghost"
          size="icon"
          aria-label="Clear the search"
          onClick={() => onFilter({ text: "" })}
        >
          <X aria-hidden />
        </Button>
      ) : null}
      <Select
        mono
        aria-label="Method"
        options={options}
        value={filter.method || anyMethod}
        onValueChange={(method) => onFilter({ method: method === anyMethod ? "" : method })}
        className="w-26 shrink-0"
      />
    </div>
  );
}
