"use client";

import { Pin } from "lucide-react";
import { memo, useMemo } from "react";
import { MethodBadge } from "@/components/mocks/http-marks";
import { byteSize } from "@/components/ui/byte-size";
import { LiveRow, LiveRows } from "@/components/ui/live-rows";
import { ClockTime, useNow } from "@/components/ui/times";
import { dayLines } from "@/components/webhooks/day-lines";
import { targetOf } from "@/components/webhooks/raw-request";
import { SignatureBadge } from "@/components/webhooks/signature-badge";
import { summaryOf } from "@/lib/webhooks/capture-summary";
import type { CapturedRequest } from "@/lib/webhooks/contract";

export type CaptureRowsProps = {
  requests: readonly CapturedRequest[];
  shownId: string | undefined;
  /** Rows with a higher sequence came in while the page was open. */
  freshAfter: number;
  onSelect: (id: string) => void;
};

/** The captures, newest first. */
export function CaptureRows({ requests, shownId, freshAfter, onSelect }: CaptureRowsProps) {
  const now = useNow();
  const days = useMemo(() => dayLines(requests, now), [requests, now]);
  return (
    <LiveRows
      items={requests}
      shownId={shownId}
      onSelect={onSelect}
      row={(request) => (
        <Row
          key={request.id}
          request={request}
          shown={request.id === shownId}
          fresh={request.sequence > freshAfter}
          day={days.get(request.id)}
          onSelect={onSelect}
        />
      )}
    />
  );
}

type RowProps = {
  request: CapturedRequest;
  shown: boolean;
  fresh: boolean;
  /** The day that begins with it, going back. */
  day: string | undefined;
  onSelect: (id: string) => void;
};

const Row = memo(function Row({ request, shown, fresh, day, onSelect }: RowProps) {
  const { sender, event, line } = useMemo(() => summaryOf(request), [request]);
  const target = targetOf(request);
  const type = request.headers["content-type"]?.split(";", 1)[0];
  const size = request.size === 0 ? "no body" : byteSize(request.size);
  const place = event && target !== "/" ? target : undefined;
  const facts = [sender, place, size, line || request.size === 0 ? undefined : type];
  return (
    <LiveRow
      href={`?request=${request.id}`}
      shown={shown}
      fresh={fresh}
      heading={day}
      onSelect={() => onSelect(request.id)}
    >
      <span className="flex min-w-0 items-center gap-2">
        <MethodBadge method={request.method} />
        <span className="min-w-0 flex-1 truncate font-mono text-ink text-xs">{event ?? target}</span>
        {request.pinned ? (
          <Pin role="img" aria-label="Pinned" className="size-3.5 shrink-0 text-accent" />
        ) : null}
        <ClockTime value={request.receivedAt} className="text-ink-mute text-xs tabular-nums" />
      </span>
      <span className="flex min-w-0 items-center gap-2 text-ink-mute text-xs">
        {request.signature ? <SignatureBadge signature={request.signature} /> : null}
        <span className="min-w-0 flex-1 truncate">
          {facts.filter(Boolean).join(" · ")}
          {line ? <span className="font-mono"> · {line}</span> : null}
        </span>
        <span className="max-w-32 shrink-0 truncate">{request.ip}</span>
      </span>
      {request.note ? (
        <span className="truncate border-accent border-l-2 pl-2 text-ink-soft text-xs">
          {request.note.text}
        </span>
      ) : null}
    </LiveRow>
  );
});
