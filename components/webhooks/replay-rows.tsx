"use client";

import { type KeyboardEvent, type MouseEvent, useRef } from "react";
import { MethodBadge, StatusCode } from "@/components/mocks/http-marks";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ClockTime } from "@/components/ui/times";
import { targetOf } from "@/components/webhooks/raw-request";
import { type Replayed, rangeOf } from "@/components/webhooks/replay-run";
import type { CapturedRequest } from "@/lib/webhooks/contract";

export type ReplayRowsProps = {
  requests: readonly CapturedRequest[];
  results: ReadonlyMap<string, Replayed>;
  marked: ReadonlySet<string>;
  /** Undefined while they are sent. */
  onMarked: ((marked: ReadonlySet<string>) => void) | undefined;
};

/** The requests to choose from: with Shift as far as here, by `x` and the arrows from the keyboard. */
export function ReplayRows({ requests, results, marked, onMarked }: ReplayRowsProps) {
  const last = useRef<string>(undefined);
  const isShifted = useRef(false);
  const ids = requests.map(({ id }) => id);
  const isAll = marked.size === ids.length;

  function mark(id: string, on: boolean) {
    const touched = isShifted.current ? rangeOf(ids, last.current, id) : [id];
    const next = new Set(marked);
    for (const each of touched) {
      if (on) next.add(each);
      else next.delete(each);
    }
    last.current = id;
    onMarked?.(next);
  }

  function press(event: KeyboardEvent<HTMLLIElement>, id: string) {
    isShifted.current = event.shiftKey;
    const row = event.currentTarget;
    const to = { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling }[event.key];
    if (event.key.toLowerCase() === "x") mark(id, !marked.has(id));
    else if (to === undefined) return;
    else to?.querySelector<HTMLElement>("[role=checkbox]")?.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex items-center justify-between gap-2 text-ink-mute text-xs">
        <span>
          {marked.size} of {ids.length} chosen
        </span>
        <Button
          size="sm"
          variant="ghost"
          disabled={!onMarked}
          onClick={() => onMarked?.(new Set(isAll ? [] : ids))}
        >
          {isAll ? "None" : "All shown"}
        </Button>
      </div>
      <ul
        aria-label="Requests to replay"
        className="relative max-h-[40vh] min-w-0 divide-y divide-line overflow-y-auto rounded-lg border border-line"
      >
        {requests.map((request) => (
          <li
            key={request.id}
            className="flex min-w-0 items-center gap-2.5 px-3 py-2 touch:py-3"
            onKeyDownCapture={(event) => press(event, request.id)}
            onClickCapture={(event: MouseEvent) => {
              isShifted.current = event.shiftKey;
            }}
          >
            <Checkbox
              aria-label={`${request.method} ${targetOf(request).slice(0, 100)}, number ${request.sequence}`}
              checked={marked.has(request.id)}
              disabled={!onMarked}
              onCheckedChange={(on) => mark(request.id, on)}
            />
            <MethodBadge method={request.method} />
            <span className="min-w-0 flex-1 truncate font-mono text-ink text-xs">{targetOf(request)}</span>
            <Result result={results.get(request.id)} at={request.receivedAt} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Result({ result, at }: { result: Replayed | undefined; at: string }) {
  const mute = "text-ink-mute text-xs";
  if (!result) return <ClockTime value={at} className={`${mute} tabular-nums`} />;
  switch (result.kind) {
    case "answered":
      return (
        <span className="inline-flex items-center gap-2">
          <StatusCode code={result.statusCode} />
          <span className={`${mute} tabular-nums`}>{result.durationMs} ms</span>
        </span>
      );
    case "failed":
      return <span className="max-w-[50%] break-words text-red text-xs">{result.message}</span>;
    default:
      return <span className={mute}>{result.kind === "sending" ? "sending…" : "waiting"}</span>;
  }
}
