"use client";

import { type KeyboardEvent, memo, useEffect, useRef } from "react";
import { MethodBadge } from "@/components/mocks/http-marks";
import { byteSize } from "@/components/ui/byte-size";
import { cn } from "@/components/ui/cn";
import { ClockTime } from "@/components/ui/times";
import { targetOf } from "@/components/webhooks/raw-request";
import type { CapturedRequest } from "@/lib/webhooks/contract";

export type CaptureRowsProps = {
  requests: readonly CapturedRequest[];
  shownId: string | undefined;
  /** Rows with a higher sequence came in while the page was open. */
  freshAfter: number;
  onSelect: (id: string) => void;
};

/** The captures, newest first: links, so that each can be opened anywhere. Arrow keys go up and down. */
export function CaptureRows({ requests, shownId, freshAfter, onSelect }: CaptureRowsProps) {
  const list = useRef<HTMLUListElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const links = [...(list.current?.querySelectorAll("a") ?? [])];
    const at = links.findIndex((link) => link.matches(":focus"));
    const next = Math.min(requests.length - 1, Math.max(0, at + step));
    const request = requests[next];
    if (!request) return;
    links[next]?.focus();
    onSelect(request.id);
  }

  useEffect(() => {
    // Shortcuts outside the list move the selection too, so scroll it into view.
    const row = list.current?.querySelector('[aria-current="true"]');
    if (shownId) row?.scrollIntoView({ block: "nearest" });
  }, [shownId]);

  return (
    <ul ref={list} onKeyDown={onKeyDown} className="divide-y divide-line">
      {requests.map((request) => (
        <Row
          key={request.id}
          request={request}
          shown={request.id === shownId}
          fresh={request.sequence > freshAfter}
          onSelect={onSelect}
        />
      ))}
    </ul>
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
    <li>
      <a
        href={`?request=${request.id}`}
        aria-current={shown ? "true" : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          onSelect(request.id);
        }}
        className={cn(
          "relative flex flex-col gap-1 px-3.5 py-2.5 hover:bg-hover/55 focus-visible:-outline-offset-2",
          fresh && "animate-arrive",
          shown && "bg-hover before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent",
        )}
      >
        <span className="flex min-w-0 items-center gap-2">
          <MethodBadge method={request.method} />
          <span className="min-w-0 flex-1 truncate font-mono text-ink text-xs">{targetOf(request)}</span>
          <ClockTime value={request.receivedAt} className="text-ink-mute text-xs tabular-nums" />
        </span>
        <span className="flex min-w-0 gap-2 text-ink-mute text-xs">
          <span className="min-w-0 flex-1 truncate">
            {request.size === 0 ? "no body" : `${byteSize(request.size)}${type ? ` · ${type}` : ""}`}
          </span>
          <span className="max-w-32 shrink-0 truncate">{request.ip}</span>
        </span>
      </a>
    </li>
  );
});
