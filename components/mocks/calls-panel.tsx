"use client";

import { X } from "lucide-react";
import { memo, type ReactNode } from "react";
import { answerWords, outcomeWords, summaryOf } from "@/components/mocks/call-words";
import { type CallsFilter, callbackOutcome, isFiltering, noFilter } from "@/components/mocks/calls-filter";
import { MethodBadge, StatusCode } from "@/components/mocks/http-marks";
import type { CallsRoomModel } from "@/components/mocks/use-calls-room";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { LivePanel, LiveSearch, NoMatch } from "@/components/ui/live-panel";
import { LiveRow, LiveRows } from "@/components/ui/live-rows";
import { Select } from "@/components/ui/select";
import { ClockTime } from "@/components/ui/times";
import { StreamState } from "@/components/webhooks/stream-state";
import { callOutcomes, type MockCall } from "@/lib/mocks/calls/contract";

export type CallsPanelProps = {
  room: CallsRoomModel;
  /** The menu of actions for all calls. */
  menu: ReactNode;
};

/** The live list of calls with its state and filter. */
export function CallsPanel({ room, menu }: CallsPanelProps) {
  const { view, stream, matching, calls, shown, filter } = room;
  return (
    <LivePanel
      state={<StreamState view={view} onRetry={stream.tryNow} className="min-h-7 flex-1 pl-1" />}
      paused={view.paused}
      onPause={view.status.kind === "ended" ? undefined : room.togglePause}
      held={view.held.length}
      onShowHeld={stream.showHeld}
      menu={menu}
      filter={<FilterBar room={room} />}
      footer={
        <p
          role="status"
          className="flex shrink-0 flex-wrap gap-x-3 border-line border-t bg-sunken px-3.5 py-2 text-ink-mute text-xs"
        >
          <span>
            {isFiltering(filter)
              ? `${matching.length} of ${calls.length}`
              : `${calls.length} ${calls.length === 1 ? "call" : "calls"}`}
          </span>
          {isFiltering(filter) ? null : <span className="ml-auto">newest 200 of 7 days</span>}
        </p>
      }
    >
      {matching.length > 0 ? (
        <LiveRows
          items={matching}
          shownId={shown?.id}
          onSelect={room.choose}
          row={(call) => (
            <Row
              key={call.id}
              call={call}
              shown={call.id === shown?.id}
              fresh={call.sequence > room.freshAfter}
              onSelect={room.choose}
            />
          )}
        />
      ) : (
        <NoMatch what="call" onClear={() => room.setFilter(noFilter)} />
      )}
    </LivePanel>
  );
}

type RowProps = { call: MockCall; shown: boolean; fresh: boolean; onSelect: (id: string) => void };

const Row = memo(function Row({ call, shown, fresh, onSelect }: RowProps) {
  return (
    <LiveRow href={`?call=${call.id}`} shown={shown} fresh={fresh} onSelect={() => onSelect(call.id)}>
      <span className="flex min-w-0 items-center gap-2">
        <MethodBadge method={call.method} />
        <span className="min-w-0 flex-1 truncate font-mono text-ink text-xs">{call.target}</span>
        <ClockTime value={call.receivedAt} className="text-ink-mute text-xs tabular-nums" />
      </span>
      <span className="flex min-w-0 items-center gap-2 text-ink-mute text-xs">
        <OutcomeBadge call={call} />
        <span className="min-w-0 flex-1 truncate">{summaryOf(call)}</span>
        <AnswerMark call={call} />
      </span>
    </LiveRow>
  );
});

/** What answered. */
export function OutcomeBadge({ call: { outcome } }: { call: MockCall }) {
  if (outcome === null) return <Badge>Callback</Badge>;
  const { label, tone } = outcomeWords[outcome];
  return <Badge tone={tone}>{label}</Badge>;
}

/** The status that was answered, or what was done instead. */
export function AnswerMark({ call }: { call: MockCall }) {
  if (call.statusCode !== null && !call.fault)
    return <StatusCode code={call.statusCode} className="shrink-0" />;
  return <span className="shrink-0 text-red text-xs">{answerWords(call)}</span>;
}

/** A select has no empty value. */
const any = "any";
const withAny = (label: string, values: readonly { value: string; label: string }[]) => [
  { value: any, label },
  ...values,
];

const outcomes = withAny("Any outcome", [
  ...callOutcomes.map((value) => ({ value, label: outcomeWords[value].label })),
  { value: callbackOutcome, label: "Callback" },
]);
const statuses = withAny(
  "Any status",
  ["2xx", "3xx", "4xx", "5xx"].map((value) => ({ value, label: value })),
);

function FilterBar({ room }: { room: CallsRoomModel }) {
  const { filter, setFilter, methods, calls } = room;
  const chosen = (name: keyof CallsFilter) => ({
    value: filter[name] || any,
    onValueChange: (value: string) => setFilter({ [name]: value === any ? "" : value }),
  });
  const ofMock = calls.find(({ mockId }) => mockId === filter.mock)?.mockName;
  return (
    <>
      <div className="flex items-center gap-1.5">
        <LiveSearch
          label="Search in address, mock and reason"
          placeholder="Search calls"
          text={filter.text}
          onText={(text) => setFilter({ text })}
        />
      </div>
      <div className="grid grid-cols-3 gap-1.5">
        <Select
          aria-label="Method"
          options={withAny(
            "Any method",
            methods.map((value) => ({ value, label: value })),
          )}
          {...chosen("method")}
        />
        <Select aria-label="Outcome" options={outcomes} {...chosen("outcome")} />
        <Select aria-label="Status" options={statuses} {...chosen("status")} />
      </div>
      {filter.mock ? (
        <p className="flex min-w-0 items-center gap-1.5 text-ink-mute text-xs">
          <span className="min-w-0 flex-1 truncate">Calls of {ofMock ?? "one mock"} only</span>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Show calls of all mocks"
            onClick={() => setFilter({ mock: "" })}
          >
            <X aria-hidden />
          </Button>
        </p>
      ) : null}
    </>
  );
}
