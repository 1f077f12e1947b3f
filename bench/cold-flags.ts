import { Agent } from "node:http";
import { sql } from "drizzle-orm";
import { connect } from "@/db/client";
import { seedFlags, seedGroupFlags, seedRecords } from "@/db/fixtures/large-lists";
import { familyCpuSeconds } from "./process-family";
import { type Site, startSite } from "./site";
import type { Subject } from "./subject";
import type { Row } from "./table";
import { percentile, timed, timesOf } from "./times";

const flagCount = 10_000;
const recordCount = 1000;
const connections = 16;
/** The machine may be busy with other things: the best of these counts. */
const rounds = 5;

/**
 * How long an SDK's first question for a record takes in a project of 10,000 flags and three environments, for 1,000
 * records, and how long anybody else has to wait meanwhile. On Postgres that is without Redis.
 */
export async function benchColdFlags(subject: Subject): Promise<Row[]> {
  const where = subject.admin ? "Postgres" : "embedded";
  const site = await startSite({ QUOTAS: "groupFlags=20000" }, subject);
  try {
    const { key, paths, change } = await fill(site);
    const ask = async () => measure(site, key, paths.splice(0, recordCount));
    const unknown = await best(async () => {
      await change();
      return ask();
    });
    const known = await best(ask);
    return [
      { work: `cold SDK answer, 10,000 flags, ${where}`, ...unknown, wanted: { p99: 100 } },
      { work: `cold SDK answer, flags known, ${where}`, ...known, wanted: { p99: 100 } },
    ];
  } finally {
    await site.stop();
  }
}

/** A project with flags of all kinds; records that nobody has asked for yet, and how to change a flag. */
async function fill(site: Site) {
  const api = `/api/projects/${site.project.referenceId}`;
  const { key } = await site.call<{ key: string }>(`${api}/api-keys`, { name: "Bench" });
  for (const name of ["Staging", "Test"]) await site.call(`${api}/environments`, { name });
  const group = await site.call<{ id: string }>(`${api}/groups`, { name: "Tenants" });
  // The embedded database does one thing at a time, and these take seconds.
  const { db, close } = connect(site.databaseUrl, { isBusy: () => true });
  const records = rounds * 2 * recordCount;
  await seedGroupFlags(db, group.id, flagCount);
  await seedFlags(db, site.project.id, flagCount);
  await seedRecords(db, { projectId: site.project.id, groupId: group.id }, records);
  await db.execute(sql`analyze`);
  await close();
  let changes = 0;
  return {
    key,
    paths: Array.from(
      { length: records },
      (_, at) => `/api/flags/${group.id}-${`${at + 1}`.padStart(6, "0")}`,
    ),
    change: () => site.call(`${api}/groups/${group.id}/flags`, { name: "Late", key: `late-${++changes}` }),
  };
}

/** `cpu`: seconds of the processor for an answer, of the server and its database. */
type Measured = { times: number[]; others: number; cpu: number };

async function best(measureOnce: () => Promise<Measured>) {
  const all: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await measureOnce());
  const least = (of: (measured: Measured) => number) => Math.min(...all.map(of));
  const part = (share: number) => least(({ times }) => percentile(times, share));
  process.stderr.write(
    `  slowest ${Math.round(part(1))} ms, others wait ${Math.round(least(({ others }) => others))} ms\n`,
  );
  return { cpu: least(({ cpu }) => cpu), p50: part(0.5), p95: part(0.95), p99: part(0.99) };
}

/** Asks for each path once, and meanwhile for something that needs no database. */
async function measure({ base, pid }: Site, key: string, paths: string[]): Promise<Measured> {
  const other = new Agent({ keepAlive: true, maxSockets: 1 });
  const used = familyCpuSeconds(pid);
  let others = 0;
  let isOver = false;
  const probe = (async () => {
    while (!isOver) others = Math.max(others, await timed(`${base}/livez`, other, {}));
  })();
  const headers = { authorization: `Bearer ${key}` };
  try {
    const times = await timesOf(base, paths, { connections, headers });
    isOver = true;
    await probe;
    return { times, others, cpu: (familyCpuSeconds(pid) - used) / times.length };
  } finally {
    isOver = true;
    other.destroy();
  }
}
