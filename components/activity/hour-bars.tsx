"use client";

import { type PointerEvent, useState } from "react";
import { counted, summary, type TrafficKind, trafficWords } from "@/components/activity/traffic-words";
import { cn } from "@/components/ui/cn";

export type HourBarsProps = {
  kind: TrafficKind;
  /** Counts by hour, oldest first; the last hour is still running. */
  values: readonly number[];
  /** When each hour begins. */
  starts: readonly string[];
};

const [columnWidth, barWidth, height] = [10, 8, 48];
/** What is not zero is to be seen, however much there was in another hour. */
const heightMin = 2;

/**
 * Counts by hour as bars. A pointer shows the hour below it; so does the keyboard, for which there is a slider over the
 * bars, which nobody sees.
 */
export function HourBars({ kind, values, starts }: HourBarsProps) {
  const [at, setAt] = useState<number>();
  const last = values.length - 1;
  const shown = at ?? last;
  const hour = at === undefined ? "The running hour" : hourText(starts[at], at === last);
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const column = Math.floor(((clientX - left) / width) * values.length);
    setAt(Math.min(last, Math.max(0, column)));
  };
  return (
    <div>
      <div
        onPointerMove={point}
        onPointerLeave={() => setAt(undefined)}
        className="relative rounded-xs has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
      >
        <Bars kind={kind} values={values} at={at} />
        <input
          type="range"
          min={0}
          max={last}
          value={shown}
          onChange={({ target }) => setAt(Number(target.value))}
          onFocus={() => setAt(last)}
          onBlur={() => setAt(undefined)}
          aria-label={`${trafficWords[kind].title} by hour`}
          aria-valuetext={`${hour}: ${counted(values[shown] ?? 0, kind)}`}
          className="absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0"
        />
      </div>
      <div aria-hidden className="mt-1 flex justify-between gap-2 text-2xs text-ink-mute tabular-nums">
        {at === undefined ? (
          <>
            <span>24 h ago</span>
            <span>now</span>
          </>
        ) : (
          <span className="truncate text-ink-soft">
            {hour}: <b className="font-medium text-ink">{(values[at] ?? 0).toLocaleString("en")}</b>
          </span>
        )}
      </div>
    </div>
  );
}

type BarsProps = {
  kind: TrafficKind;
  values: readonly number[];
  at?: number | undefined;
  className?: string;
};

/** The picture alone. */
export function Bars({ kind, values, at, className = "h-14" }: BarsProps) {
  const most = Math.max(1, ...values);
  return (
    <svg
      role="img"
      aria-label={summary(values, kind)}
      viewBox={`0 0 ${values.length * columnWidth} ${height + 1}`}
      preserveAspectRatio="none"
      className={cn("block w-full", className)}
    >
      {values.map((value, index) => {
        const tall = value === 0 ? 0 : Math.max(heightMin, (value / most) * height);
        const x = index * columnWidth;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an hour has no other name than its place
          <g key={index}>
            {at === index ? (
              <rect x={x} y={0} width={columnWidth} height={height} className="fill-hover" />
            ) : null}
            <rect
              x={x + (columnWidth - barWidth) / 2}
              y={height - tall}
              width={barWidth}
              height={tall}
              className={trafficWords[kind].bars}
            />
          </g>
        );
      })}
      <rect x={0} y={height} width={values.length * columnWidth} height={1} className="fill-line" />
    </svg>
  );
}

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** "14:00–15:00" on the reader's clock. Only for what somebody points at: the server does not know that clock. */
function hourText(start: string | undefined, isRunning: boolean): string {
  if (start === undefined) return "";
  const begin = new Date(start);
  const end = new Date(begin.getTime() + 60 * 60 * 1000);
  return `${clock.format(begin)}–${isRunning ? "now" : clock.format(end)}`;
}
