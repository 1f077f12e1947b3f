"use client";

import type { ReactNode } from "react";
import { LivePanel, LiveSearch, NoMatch } from "@/components/ui/live-panel";
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
  return (
    <LivePanel
      state={<StreamState view={view} onRetry={props.onRetry} className="min-h-7 flex-1 pl-1" />}
      paused={view.paused}
      onPause={view.status.kind === "ended" ? undefined : props.onPause}
      held={view.held.length}
      onShowHeld={props.onShowHeld}
      menu={props.menu}
      filter={<CaptureFilterBar filter={filter} onFilter={props.onFilter} methods={props.methods} />}
      footer={
        <Footer
          shown={shown.length}
          total={total}
          refuses={shown.some(({ signature }) => signature?.refused)}
          filtering={filtering}
          search={props.search}
        />
      }
    >
      {shown.length > 0 ? (
        <CaptureRows
          requests={shown}
          shownId={props.shownId}
          freshAfter={props.freshAfter}
          onSelect={props.onSelect}
        />
      ) : (
        <NoMatch
          what="request"
          searching={props.search === "searching"}
          onClear={() => props.onFilter({ method: "", text: "" })}
        />
      )}
    </LivePanel>
  );
}

type FooterProps = {
  shown: number;
  total: number;
  refuses: boolean;
  filtering: boolean;
  search: LongBodySearch["state"];
};

function Footer({ shown, total, refuses, filtering, search }: FooterProps) {
  const failed = search === "failed";
  return (
    <p
      role="status"
      className="flex shrink-0 flex-wrap gap-x-3 border-line border-t bg-sunken px-3.5 py-2 text-ink-mute text-xs"
    >
      <span>{filtering ? `${shown} of ${total}` : `${total} ${total === 1 ? "request" : "requests"}`}</span>
      {search === "searching" ? <span>searching long bodies…</span> : null}
      {failed ? <span className="text-amber">long bodies could not be searched</span> : null}
      {filtering ? null : (
        <span className="ml-auto">{refuses ? "newest 50, and 10 refused" : "newest 50 of 12 hours"}</span>
      )}
    </p>
  );
}

type CaptureFilterBarProps = {
  filter: CaptureFilter;
  onFilter: (change: Partial<CaptureFilter>) => void;
  methods: readonly string[];
};

/** A select has no empty value. */
const anyMethod = "any";

function CaptureFilterBar({ filter, onFilter, methods }: CaptureFilterBarProps) {
  const options = [
    { value: anyMethod, label: "Any" },
    ...methods.map((method) => ({ value: method, label: method })),
  ];
  return (
    <div className="flex items-center gap-1.5">
      <LiveSearch
        label="Search in path, query, headers and body"
        placeholder="Search everything"
        text={filter.text}
        onText={(text) => onFilter({ text })}
      />
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
