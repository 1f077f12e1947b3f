"use client";

import { useState } from "react";
import { CountBars } from "@/components/ui/count-bars";
import { hourText } from "@/components/ui/hour-text";
import { Segments } from "@/components/ui/segments";
import { RelativeTime } from "@/components/ui/times";
import { SkeletonRows } from "@/components/ui/waiting";
import type { UsageRange } from "@/lib/flag-use/contract";
import type { getFlagUsage } from "@/lib/flags/contract";
import type { Output } from "@/lib/operations/operation";

export type Usage = Output<typeof getFlagUsage>;

const ranges = [
  { value: "24h", label: "24 hours" },
  { value: "30d", label: "30 days" },
] as const;

/** Which span is looked at. */
export const useRange = () => useState<UsageRange>("24h");

export type UseChartsProps = {
  usage: Usage | undefined;
  range: UsageRange;
  onRange: (range: UsageRange) => void;
};

/** How often a flag gave each of its answers: a chart for each, and all once more as a table for screen readers. */
export function UseCharts({ usage, range, onRange }: UseChartsProps) {
  return (
    <section aria-label="Evaluations" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-mute text-sm">{usage ? <LastEvaluation usage={usage} /> : "…"}</p>
        <Segments label="Span" segments={ranges} value={range} onChange={onRange} />
      </div>
      {usage ? <Charts usage={usage} /> : <SkeletonRows label="Loading the use" />}
    </section>
  );
}

const spans = { "24h": "in the last 24 hours", "30d": "in the last 30 days" };

function LastEvaluation({ usage: { lastEvaluatedAt, countedSince } }: { usage: Usage }) {
  if (!lastEvaluatedAt) {
    return (
      <>
        Not evaluated yet. Counting started <RelativeTime value={countedSince} />.
      </>
    );
  }
  return (
    <>
      Last evaluated <RelativeTime value={lastEvaluatedAt} />
    </>
  );
}

const times = (count: number) =>
  `${count.toLocaleString("en")} ${count === 1 ? "evaluation" : "evaluations"}`;

function Charts({ usage }: { usage: Usage }) {
  const { buckets, range, total } = usage;
  const answers = answersOf(usage);
  if (total === 0) {
    return (
      <p className="rounded-lg border border-line border-dashed px-4 py-6 text-center text-ink-mute text-sm">
        No evaluations {spans[range]}. They show here within a minute after your code asks for the flag.
      </p>
    );
  }
  const spanText = (at: number) => {
    const start = buckets[at]?.at;
    return range === "24h" ? hourText(start, at === buckets.length - 1) : dayText(start);
  };
  return (
    <>
      <ul className="grid grid-cols-1 gap-px overflow-hidden rounded-lg border border-line bg-line">
        {answers.map(({ answer, counts, sum }) => (
          <li key={answer} className="min-w-0 bg-surface px-3.5 pt-3 pb-2.5">
            <h3 className="flex items-baseline justify-between gap-3 text-sm">
              <span className="min-w-0 break-all text-ink-mute">{answer}</span>
              <span className="whitespace-nowrap text-ink-mute text-xs tabular-nums">
                <b className="font-semibold text-ink text-lg">{sum.toLocaleString("en")}</b>{" "}
                {Math.round((100 * sum) / total)} %
              </span>
            </h3>
            <CountBars
              label={`${answer} by ${range === "24h" ? "hour" : "day"}`}
              summary={`${times(sum)} as ${answer} ${spans[range]}`}
              values={counts}
              spanText={spanText}
              counted={times}
              ends={range === "24h" ? ["24 h ago", "now"] : ["30 days ago", "today"]}
              bars={colours[answer] ?? "fill-blue"}
            />
          </li>
        ))}
      </ul>
      <UseTable usage={usage} answers={answers.map(({ answer }) => answer)} />
      <p className="text-ink-mute text-xs">
        {times(total)} {spans[range]}, over the SDK endpoint, OFREP and the check. Other processes add theirs
        within a minute.
      </p>
    </>
  );
}

const colours: Record<string, string> = {
  on: "fill-green-fill",
  off: "fill-ink-mute",
  override: "fill-violet",
};

/** Those given most first. */
function answersOf({ buckets }: Usage) {
  const names = new Set(buckets.flatMap(({ counts }) => Object.keys(counts)));
  const answers = [...names].map((answer) => {
    const counts = buckets.map((bucket) => bucket.counts[answer] ?? 0);
    return { answer, counts, sum: counts.reduce((sum, count) => sum + count, 0) };
  });
  return answers.sort((a, b) => b.sum - a.sum);
}

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const dayText = (start: string | undefined) => (start ? day.format(new Date(start)) : "");

function UseTable({ usage: { buckets, range }, answers }: { usage: Usage; answers: readonly string[] }) {
  return (
    <div className="sr-only">
      <table>
        <caption>Evaluations by {range === "24h" ? "hour" : "day"}</caption>
        <thead>
          <tr>
            <th scope="col">From (UTC)</th>
            {answers.map((answer) => (
              <th key={answer} scope="col">
                {answer}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buckets.map(({ at, counts }) => (
            <tr key={at}>
              <th scope="row">{at.slice(0, range === "24h" ? 16 : 10).replace("T", " ")}</th>
              {answers.map((answer) => (
                <td key={answer}>{counts[answer] ?? 0}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
