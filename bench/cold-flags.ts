import { Agent, get } from "node:http";
import { sql } from "drizzle-orm";
import { connect } from "@/db/client";
import { embeddedUrl } from "@/db/embedded/embedded-url";
import { seedFlags, seedGroupFlags, seedRecords } from "@/db/fixtures/large-lists";
import { createScratchDatabase } from "../e2e/scratch-database";
import { say } from "./load";
import { startSite } from "./site";
import { cpuSeconds } from "./stream-site";

const flagCount = 10_000;
const recordCount = 1000;
const connections = 16;
/** The machine may be busy with other things: the best of these counts. */
const rounds = 5;

type Site = Awaited<ReturnType<typeof startSite>>;

/**
 * How long an SDK's first question for a record takes in a project of 10,000 flags and three environments, for 1,000
 * records, and how long anybody else has to wait meanwhile.
 * @param admin a Postgres whose user may create databases: it is measured on that, too, without Redis
 */
export async function benchColdFlags(admin?: string): Promise<void> {
  say("embedded database");
  await onDatabase(undefined);
  if (!admin) return;
  say("Postgres without Redis");
  const database = await createScratchDatabase(admin);
  await onDatabase(database.url).finally(database.drop);
}

async function onDatabase(url: string | undefined): Promise<void> {
  const site = await startSite({ QUOTAS: "groupFlags=20000", ...(url && { DATABASE_URL: url }) });
  try {
    const { key, paths, change } = await fill(site, url ?? embeddedUrl(site.dataDir));
    const ask = async () => measure(site, key, paths.splice(0, recordCount));
    await best("flags unknown", async () => {
      await change();
      return ask();
    });
    await best("flags known", ask);
  } finally {
    await site.stop();
  }
}

/** A project with flags of all kinds; records that nobody has asked for yet, and how to change a flag. */
async function fill(site: Site, databaseUrl: string) {
  const api = `/api/projects/${site.project.referenceId}`;
  const { key } = await site.call<{ key: string }>(`${api}/api-keys`, { name: "Bench" });
  for (const name of ["Staging", "Test"]) await site.call(`${api}/environments`, { name });
  const group = await site.call<{ id: string }>(`${api}/groups`, { name: "Tenants" });
  // The embedded database does one thing at a time, and these take seconds.
  const { db, close } = connect(databaseUrl, { isBusy: () => true });
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

/** `cpuMs`: what the server's process used for an answer. */
type Measured = { times: number[]; others: number; cpuMs: number };

async function best(name: string, measureOnce: () => Promise<Measured>): Promise<void> {
  const all: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await measureOnce());
  const lowest = (of: (measured: Measured) => number) => Math.min(...all.map(of));
  const least = (of: (measured: Measured) => number) => Math.round(lowest(of));
  say(
    `${name.padEnd(14)} p50 ${least(({ times }) => share(times, 0.5))} ms  p99 ${least(({ times }) => share(times, 0.99))} ms (at most 100)` +
      `  slowest ${least(({ times }) => share(times, 1))} ms  others wait ${least(({ others }) => others)} ms` +
      `  processor an answer ${lowest(({ cpuMs }) => cpuMs).toFixed(1)} ms`,
  );
}

const share = (times: number[], part: number) =>
  [...times].sort((a, b) => a - b)[Math.ceil(times.length * part) - 1] ?? 0;

/** Asks for each path once, and meanwhile for something that needs no database. */
async function measure({ base, pid }: Site, key: string, paths: string[]): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const other = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  const used = cpuSeconds(pid);
  let others = 0;
  let isOver = false;
  const probe = (async () => {
    while (!isOver) others = Math.max(others, await timed(`${base}/livez`, other, {}));
  })();
  const lane = async () => {
    for (let path = paths.pop(); path; path = paths.pop()) {
      times.push(await timed(`${base}${path}`, agent, { authorization: `Bearer ${key}` }));
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  isOver = true;
  await probe;
  agent.destroy();
  other.destroy();
  return { times, others, cpuMs: (1000 * (cpuSeconds(pid) - used)) / times.length };
}

/** Milliseconds until an answer is whole. */
function timed(url: string, agent: Agent, headers: Record<string, string>): Promise<number> {
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      response.resume();
      response.once("error", reject);
      response.once("end", () => {
        if (response.statusCode === 200) resolve(performance.now() - begin);
        else reject(new Error(`${url}: ${response.statusCode}`));
      });
    }).once("error", reject);
  });
}
