import { plainPerSecond } from "./plain-load";
import { familyCpuSeconds } from "./process-family";
import { startSite } from "./site";
import type { Subject } from "./subject";
import type { Row } from "./table";

const warmSeconds = 2;
const measuredSeconds = 6;
const counts = [1, 2];

/** A mock served by one worker and by two. */
export async function benchWorkers(subject: Subject): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of counts) {
    const site = await startSite({ WORKERS: String(count) }, subject);
    try {
      await site.call(`/api/projects/${site.project.id}/mocks`, { name: "Mock", endpoint: "/one" });
      const target = { url: `${site.base}/api/mock/one`, host: site.project.host };
      await plainPerSecond(target, warmSeconds);
      const before = familyCpuSeconds(site.pid);
      const measured = await plainPerSecond(target, measuredSeconds);
      const cpu = (familyCpuSeconds(site.pid) - before) / (measured * measuredSeconds);
      rows.push({ work: `mock, plain sockets, WORKERS=${count}`, measured, cpu });
    } finally {
      await site.stop();
    }
  }
  return rows;
}
