import { addMeasure } from "@/lib/platform/metrics/measures";
import { quickName } from "./quick-name";

/** What a pool of either driver tells of itself. */
type Pool = {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
  options?: { application_name?: string };
  end(...given: never[]): unknown;
};

/** Makes a pool's connections part of the metrics until it is ended. */
export function measurePool(pool: object): void {
  const { options, end } = pool as Pool;
  const name = options?.application_name === quickName ? "quick" : "main";
  const remove = addMeasure(() => {
    const { totalCount, idleCount, waitingCount } = pool as Pool;
    const labels = { pool: name };
    return [
      { name: "fieldkit_database_connections", labels: { ...labels, state: "idle" }, value: idleCount },
      {
        name: "fieldkit_database_connections",
        labels: { ...labels, state: "used" },
        value: totalCount - idleCount,
      },
      { name: "fieldkit_database_waiting", labels, value: waitingCount },
    ];
  });
  (pool as Pool).end = function endMeasured(...given) {
    remove();
    return end.apply(this, given);
  };
}
