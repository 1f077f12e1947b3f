import { bus } from "@/lib/platform/bus/bus";
import { linesHeldBack } from "@/lib/platform/log/log";
import { linesDropped } from "@/lib/platform/observe/line-output";
import { ownVersion } from "@/lib/platform/version/version";
import { addMeasure, type Sample } from "./measures";
import { tallies } from "./tallies";

/** Adds what every process has: its version, the bus and the log. Once per process. */
export function measureProcess(): void {
  addMeasure((): Sample[] => {
    const { version, commit } = ownVersion();
    const { busPublished, busReceived, busDropped, embeddedEnded } = tallies();
    const messages = { published: busPublished, received: busReceived, dropped: busDropped };
    return [
      { name: "fieldkit_info", labels: { version, commit: commit ?? "" }, value: 1 },
      ...Object.entries(messages).map(
        ([direction, value]): Sample => ({
          name: "fieldkit_bus_messages_total",
          labels: { direction },
          value,
        }),
      ),
      { name: "fieldkit_bus_connected", value: bus().status() === "ok" ? 1 : 0 },
      { name: "fieldkit_embedded_database_ended_total", value: embeddedEnded },
      { name: "fieldkit_log_lines_held_back_total", value: linesHeldBack() },
      { name: "fieldkit_request_lines_dropped_total", value: linesDropped() },
    ];
  });
}
