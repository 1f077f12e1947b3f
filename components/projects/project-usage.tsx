"use client";

import { byteSize } from "@/components/ui/byte-size";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { useAnswer } from "@/components/ui/queries";
import { RelativeTime } from "@/components/ui/times";
import type { Output } from "@/lib/operations/operation";
import { getUsage } from "@/lib/projects/contract";

type QuotaUse = Output<typeof getUsage>["quotas"][number];

/** What the project uses of its quotas: what there is most of comes first. */
export function ProjectUsage({ projectId }: { projectId: string }) {
  const { data } = useAnswer(getUsage, { projectId });
  const rows = data?.quotas.toSorted((a, b) => shareOf(b) - shareOf(a)) ?? [];
  return (
    <Card
      title="Usage"
      description="How much of what the operator allows is used. Creating more than that is refused."
      flush
    >
      <ul className="grid gap-x-8 px-5 py-2 sm:grid-cols-2">
        {rows.map((row) => (
          <li key={row.name} className="py-2.5">
            <Use {...row} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const shareOf = ({ used, max }: QuotaUse) => (max === 0 ? 1 : Math.min(1, used / max));

function Use(row: QuotaUse) {
  const { name, what, unit, per, used, max, resetsAt } = row;
  const text = unit === "bytes" ? byteSize : (count: number) => count.toLocaleString("en");
  const share = shareOf(row);
  const label = `${capital(what)}${per === "environment" ? " in one environment" : ""}`;
  return (
    <>
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <span title={name}>{label}</span>
        <span className="whitespace-nowrap text-ink-soft text-xs tabular-nums">
          {text(used)} of {text(max)}
        </span>
      </div>
      <div aria-hidden className="mt-1.5 h-1 overflow-hidden rounded-full bg-line">
        <div
          className={cn("h-full rounded-full", share >= 0.9 ? "bg-red-fill" : "bg-green-fill")}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      {resetsAt ? (
        <p className="mt-1 text-ink-mute text-xs">
          Begins anew <RelativeTime value={resetsAt} />
        </p>
      ) : null}
    </>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
