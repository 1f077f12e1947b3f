import { median } from "./load";
import { familyCpuSeconds } from "./process-family";
import { askOnce } from "./rate-row";
import { type Site, startSite } from "./site";
import type { Subject } from "./subject";
import type { Row } from "./table";
import { percentile, timesOf } from "./times";

const rows = 20;
const rounds = 3;
/** Of each page in a round. */
const loadsOver = (connections: number) => Math.max(20, 4 * connections);

/** The mocks, the flags' board and an inbox, by turns, as somebody who is signed in gets them: the server's time of each. */
export async function benchPages(subject: Subject): Promise<Row[]> {
  const site = await startSite({}, subject);
  try {
    const pages = await fill(site);
    await load(site, pages, 16);
    const together: Row = { work: "dashboard page, 16 connections", ...(await load(site, pages, 16)) };
    return [
      { ...together, wanted: { p95: 60 } },
      { work: "dashboard page, 1 connection", ...(await load(site, pages, 1)) },
    ];
  } finally {
    await site.stop();
  }
}

async function load({ base, cookie, pid }: Site, pages: readonly string[], connections: number) {
  const paths = Array.from(
    { length: loadsOver(connections) * pages.length },
    (_, at) => pages[at % pages.length] ?? "",
  );
  const before = familyCpuSeconds(pid);
  const all: number[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    all.push(await timesOf(base, paths, { connections, headers: { cookie } }));
  }
  const cpu = (familyCpuSeconds(pid) - before) / all.flat().length;
  const middle = (part: number) => median(all.map((times) => percentile(times, part)));
  return { cpu, p50: middle(0.5), p95: middle(0.95), p99: middle(0.99) };
}

/** Twenty rows for each page, in two environments. */
async function fill({ base, team, project, call }: Site): Promise<string[]> {
  const api = `/api/projects/${project.referenceId}`;
  await call(`${api}/environments`, { name: "Staging" });
  const inbox = await call<{ id: string; referenceId: string }>(`/api/projects/${project.id}/webhooks`, {
    name: "Bench",
  });
  for (let at = 0; at < rows; at += 1) {
    await call(`/api/projects/${project.id}/mocks`, { name: `Mock ${at}`, endpoint: `/listed/${at}` });
    await call(`${api}/flags`, { name: `Flag ${at}`, key: `flag-${at}`, enabled: true, rollout: at });
    await askOnce({
      url: `${base}/api/webhook/${inbox.referenceId}`,
      host: project.host,
      method: "POST",
      body: JSON.stringify({ type: "order.paid", at }),
    });
  }
  const dashboard = `/${team.slug}/${project.slug}`;
  return [`${dashboard}/mocks`, `${dashboard}/flags`, `${dashboard}/webhooks/${inbox.id}`];
}
