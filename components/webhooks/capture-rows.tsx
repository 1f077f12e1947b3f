"use client";

import { memo } from "react";
import { MethodBadge } from "@/components/mocks/http-marks";
import { byteSize } from "@/components/ui/byte-size";
import { LiveRow, LiveRows } from "@/components/ui/live-rows";
import { ClockTime } from "@/components/ui/times";
import { targetOf } from "@/components/webhooks/raw-request";
import { SignatureBadge } from "@/components/webhooks/signature-badge";
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
  onSelect: (id: string) => void;
};

const Row = memo(function Row({ request, shown, fresh, onSelect }: RowProps) {
  const type = request.headers["content-type"]?.split(";", 1)[0];
  return (
    <LiveRow
      href={`?request=${request.id}`}
      shown={shown}
      fresh={fresh}
      onSelect={() => onSelect(request.id)}
    >
      <span className="flex min-w-0 items-center gap-2">
        <MethodBadge method={request.method} />
        <span className="min-w-0 flex-1 truncate font-mono text-ink text-xs">{targetOf(request)}</span>
        <ClockTime value={request.receivedAt} className="text-ink-mute text-xs tabular-nums" />
      </span>
      <span className="flex min-w-0 items-center gap-2 text-ink-mute text-xs">
        {request.signature ? <SignatureBadge signature={request.signature} /> : null}
        <span className="min-w-0 flex-1 truncate">
          {request.size === 0 ? "no body" : `${byteSize(request.size)}${type ? ` · ${type}` : ""}`}
        </span>
        <span className="max-w-32 shrink-0 truncate">{request.ip}</span>
      </span>
    </LiveRow>
  );
});
