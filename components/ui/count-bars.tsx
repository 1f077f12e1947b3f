"use client";

import { type PointerEvent, useState } from "react";
import { cn } from "@/components/ui/cn";

export type CountBarsProps = {
  /** Names the chart for those who move through it by the keyboard. */
  label: string;
  /** What the picture shows, for those who do not see it. */
  summary: string;
  /** Oldest first; the last one is still running. */
  values: readonly number[];
  /** What the span of a bar is called, by its place. */
  spanText: (at: number) => string;
  /** A count in words. */
  counted: (count: number) => string;
  /** What stands below the first bar and below the last one. */
  ends: readonly [string, string];
  /** Colour of the bars. */
  bars: string;
};

const [columnWidth, barWidth, height] = [10, 8, 48];
/** What is not zero is to be seen, however much there was at another time. */
const heightMin = 2;

/**
 * Counts by time as bars. A pointer shows the time below it; so does the keyboard, for which there is a slider over the
 * bars, which nobody sees.
 */
export function CountBars({ label, summary, values, spanText, counted, ends, bars }: CountBarsProps) {
  const [at, setAt] = useState<number>();
  const last = values.length - 1;
  const shown = at ?? last;
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
        <Bars summary={summary} bars={bars} values={values} at={at} />
        <input
          type="range"
          min={0}
          max={last}
          value={shown}
          onChange={({ target }) => setAt(Number(target.value))}
          onFocus={() => setAt(last)}
          onBlur={() => setAt(undefined)}
          aria-label={label}
          aria-valuetext={`${at === undefined ? "Now" : spanText(at)}: ${counted(values[shown] ?? 0)}`}
          className="absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0"
        />
      </div>
      <div aria-hidden className="mt-1 flex justify-between gap-2 text-2xs text-ink-mute tabular-nums">
        {at === undefined ? (
          <>
            <span>{ends[0]}</span>
            <span>{ends[1]}</span>
          </>
        ) : (
          <span className="truncate text-ink-soft">
            {spanText(at)}: <b className="font-medium text-ink">{(values[at] ?? 0).toLocaleString("en")}</b>
          </span>
        )}
      </div>
    </div>
  );
}

type BarsProps = Pick<CountBarsProps, "summary" | "values" | "bars"> & {
  at?: number | undefined;
  className?: string;
};

/** The picture alone. */
export function Bars({ summary, bars, values, at, className = "h-14" }: BarsProps) {
  const most = Math.max(1, ...values);
  return (
    <svg
      role="img"
      aria-label={summary}
      viewBox={`0 0 ${values.length * columnWidth} ${height + 1}`}
      preserveAspectRatio="none"
      className={cn("block w-full", className)}
    >
      {values.map((value, index) => {
        const tall = value === 0 ? 0 : Math.max(heightMin, (value / most) * height);
        const x = index * columnWidth;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar has no other name than its place
          <g key={index}>
            {at === index ? (
              <rect x={x} y={0} width={columnWidth} height={height} className="fill-hover" />
            ) : null}
            <rect
              x={x + (columnWidth - barWidth) / 2}
              y={height - tall}
              width={barWidth}
              height={tall}
              className={bars}
            />
          </g>
        );
      })}
      <rect x={0} y={height} width={values.length * columnWidth} height={1} className="fill-line" />
    </svg>
  );
}
