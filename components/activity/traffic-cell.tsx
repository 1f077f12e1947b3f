import { counted, shortCount, summary, trafficWords } from "@/components/activity/traffic-words";
import { Bars } from "@/components/ui/count-bars";
import type { getTeamActivity } from "@/lib/activity/contract";
import type { Output } from "@/lib/operations/operation";

export type ProjectTraffic = Output<typeof getTeamActivity>[number];

/** A project's last 24 hours in a line: how often it was called, with errors if there were any. */
export function TrafficCell({ traffic }: { traffic: ProjectTraffic | undefined }) {
  if (!traffic) return null;
  const { requests, totals } = traffic;
  const called = requests.reduce((sum, count) => sum + count, 0);
  const words = (["mocks", "captures", "checks", "errors"] as const).map((kind) =>
    counted(totals[kind], kind),
  );
  return (
    <span title={`Last 24 hours: ${words.join(", ")}`} className="flex min-w-0 items-center gap-2.5">
      <span aria-hidden className="w-20 shrink-0 max-sm:hidden">
        <Bars
          summary={summary(requests, "mocks")}
          bars={trafficWords.mocks.bars}
          values={requests}
          className="h-5"
        />
      </span>
      <span className="whitespace-nowrap text-xs tabular-nums">
        <span className={called === 0 ? "text-ink-mute" : undefined}>
          {shortCount(called)} <span className="sm:sr-only">{called === 1 ? "call" : "calls"} in 24 h</span>
        </span>
        {totals.errors > 0 ? (
          <span className="text-red">
            {" · "}
            {shortCount(totals.errors)} {totals.errors === 1 ? "error" : "errors"}
          </span>
        ) : null}
      </span>
    </span>
  );
}
