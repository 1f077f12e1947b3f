"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { LivePanel, LiveSearch, NoMatch } from "@/components/ui/live-panel";
import { Select } from "@/components/ui/select";
import { type CaptureFilter, isFiltering, noFilter } from "@/components/webhooks/capture-filter";
import { CaptureRows } from "@/components/webhooks/capture-rows";
import type { Webhook } from "@/components/webhooks/inbox-form-values";
import type { StreamView } from "@/components/webhooks/inbox-stream";
import { verdictWords } from "@/components/webhooks/signature-badge";
import { StreamState } from "@/components/webhooks/stream-state";
import type { RoomSearch } from "@/components/webhooks/use-capture-search";
import type { OlderCaptures } from "@/components/webhooks/use-older-captures";
import type { CapturedRequest } from "@/lib/webhooks/contract";
import type { Verdict } from "@/lib/webhooks/signatures/contract";

export type CapturesPanelProps = {
  view: StreamView;
  total: number;
  shown: readonly CapturedRequest[];
  shownId: string | undefined;
  freshAfter: number;
  filter: CaptureFilter;
  methods: readonly string[];
  /** Verdicts on signatures; none where nothing is checked. */
  verdicts: readonly Verdict[];
  search: RoomSearch;
  older: OlderCaptures;
  retention: Webhook["retention"];
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
  const filtering = isFiltering(filter);
  return (
    <LivePanel
      state={<StreamState view={view} onRetry={props.onRetry} className="min-h-7 flex-1 pl-1" />}
      paused={view.paused}
      onPause={view.status.kind === "ended" ? undefined : props.onPause}
      held={view.held.length}
      onShowHeld={props.onShowHeld}
      menu={props.menu}
      filter={<CaptureFilterBar {...props} />}
      footer={
        <Footer
          shown={shown.length}
          total={total}
          refuses={shown.some(({ signature }) => signature?.refused)}
          filtering={filtering}
          search={props.search}
          retention={props.retention}
        />
      }
    >
      {shown.length > 0 ? (
        <>
          <CaptureRows
            requests={shown.slice(0, props.older.rowsMax)}
            shownId={props.shownId}
            freshAfter={props.freshAfter}
            onSelect={props.onSelect}
          />
          {shown.length > props.older.rowsMax || (props.older.isThere && !filtering) ? (
            <div className="border-line border-t p-2.5 text-center">
              <Button
                size="sm"
                loading={props.older.isLoading}
                onClick={() => props.older.more(shown.length)}
              >
                Show older
              </Button>
            </div>
          ) : null}
        </>
      ) : (
        <NoMatch
          what="request"
          searching={props.search.state === "searching"}
          onClear={() => props.onFilter(noFilter)}
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
  search: RoomSearch;
  retention: Webhook["retention"];
};

function Footer({ shown, total, refuses, filtering, search, retention }: FooterProps) {
  const { state, searched, total: all, stop } = search;
  const { count, hours } = retention;
  const time =
    hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : `${hours} ${hours === 1 ? "hour" : "hours"}`;
  return (
    <p
      role="status"
      className="flex shrink-0 flex-wrap gap-x-3 border-line border-t bg-sunken px-3.5 py-2 text-ink-mute text-xs"
    >
      <span>{filtering ? `${shown} of ${total}` : `${total} ${total === 1 ? "request" : "requests"}`}</span>
      {state === "searching" ? (
        <span className="inline-flex items-center gap-2 tabular-nums">
          <span>{all > 0 ? `${searched} of ${all} searched…` : "searching…"}</span>
          <Button variant="ghost" size="sm" className="-my-1.5" onClick={stop}>
            Stop
          </Button>
        </span>
      ) : null}
      {state === "stopped" ? <span>{`${searched} of ${all} searched`}</span> : null}
      {state === "failed" ? <span className="text-amber">not all could be searched</span> : null}
      {filtering ? null : (
        <span className="ml-auto">
          {refuses ? `newest ${count}, and 10 refused` : `newest ${count} of ${time}`}
        </span>
      )}
    </p>
  );
}

type CaptureFilterBarProps = Pick<CapturesPanelProps, "filter" | "onFilter" | "methods" | "verdicts">;

/** A select has no empty value. */
const any = "any" as const;

function CaptureFilterBar({ filter, onFilter, methods, verdicts }: CaptureFilterBarProps) {
  return (
    <div className="flex flex-col gap-1.5">
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
          options={[
            { value: any, label: "Any" },
            ...methods.map((method) => ({ value: method, label: method })),
          ]}
          value={filter.method || any}
          onValueChange={(method) => onFilter({ method: method === any ? "" : method })}
          className="w-26 shrink-0"
        />
      </div>
      {verdicts.length > 0 ? (
        <Select
          aria-label="Signature"
          options={[
            { value: any, label: "Any signature" },
            ...verdicts.map((verdict) => ({ value: verdict, label: `Signature ${verdictWords(verdict)}` })),
          ]}
          value={filter.signature || any}
          onValueChange={(signature) => onFilter({ signature: signature === any ? "" : signature })}
          className="w-full"
        />
      ) : null}
    </div>
  );
}
