import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Caller } from "../caller";
import { type Door, startDoor } from "../door";
import { createScratchDatabase } from "../scratch-database";
import { eventually } from "./cluster";
import { unique } from "./site";

const flagCount = 150;
const stepCount = 2 * flagCount;

let doors: [Door, Door];
let sql: Client;
const cleanups: (() => Promise<unknown>)[] = [];

/** Two servers on one database, which know nothing else of each other. */
beforeAll(async () => {
  const admin = process.env.FIELDKIT_TEST_DATABASE_URL;
  if (!admin) throw new Error("FIELDKIT_TEST_DATABASE_URL must be set: two processes need one Postgres");
  const { url, drop } = await createScratchDatabase(admin);
  cleanups.push(drop);
  sql = new Client(url);
  await sql.connect();
  cleanups.push(() => sql.end());
  const shared = { DATABASE_URL: url, AUTH_SECRET: randomBytes(32).toString("hex"), REDIS_URL: "" };
  const start = async () => {
    const door = await startDoor("server", shared, { pages: false });
    cleanups.push(door.stop);
    return door;
  };
  doors = [await start(), await start()];
});
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
});

/** Flags that are off, each with a ramp of two steps that lies far ahead. */
async function planRamps(caller: Caller, base: string): Promise<void> {
  const at = (ms: number) => new Date(Date.now() + 3_600_000 + ms).toISOString();
  const makeOne = async (n: number) => {
    const flag = await caller.done<{ id: string }>("POST", `${base}/flags`, {
      name: `F ${n}`,
      key: `f-${n}`,
    });
    const steps = [
      { at: at(0), enabled: true, rollout: 5 },
      { at: at(1), rollout: 25 },
    ];
    await caller.done("POST", `${base}/flags/${flag.id}/schedules`, { steps });
  };
  for (let n = 0; n < flagCount; n += 3) await Promise.all([0, 1, 2].map((more) => makeOne(n + more)));
}

const countDone = async () => {
  const { rows } = await sql.query<{ done: number }>(
    "select count(*)::int as done from scheduled_changes where state = 'done'",
  );
  return rows[0]?.done ?? 0;
};

test("steps that are due at once are done once each, although one of two processes is killed among them", async () => {
  const [survivor, victim] = doors;
  const caller = await new Caller(survivor.port).signedUp(`${unique("ada")}@example.com`);
  const [team] = await caller.done<{ id: string }[]>("GET", "/api/teams");
  const named = { name: "Shop", slug: unique("shop") };
  const { referenceId } = await caller.done<{ referenceId: string }>(
    "POST",
    `/api/teams/${team?.id}/projects`,
    named,
  );
  await planRamps(caller, `/api/projects/${referenceId}`);
  // Both look every five seconds, so that both know of it by then.
  await sql.query("update scheduled_changes set at = now() + interval '6 s' + position * interval '1 ms'");
  await eventually(60_000, async () => expect(await countDone()).toBeGreaterThan(0));
  await victim.end("SIGKILL");
  const atKill = await countDone();
  expect(atKill, "the process was killed before all was done").toBeLessThan(stepCount);
  await eventually(60_000, async () => expect(await countDone()).toBe(stepCount));

  const { rows: steps } = await sql.query<{ entries: number }>(
    `select count(a.id)::int as entries from scheduled_changes c
       left join audit_entries a on a.scheduled_change_id = c.id group by c.id`,
  );
  expect(steps.map(({ entries }) => entries)).toEqual(Array(stepCount).fill(1));
  const { rows: order } = await sql.query<{ rollouts: number[] }>(
    `select json_agg((after ->> 'rollout')::int order by at, id) as rollouts from audit_entries
      where scheduled_change_id is not null group by subject_id`,
  );
  expect(order.map(({ rollouts }) => rollouts)).toEqual(Array(flagCount).fill([5, 25]));
  const flags = await sql.query("select 1 from flags where enabled and rollout = 25 and key like 'f-%'");
  expect(flags.rowCount).toBe(flagCount);
});
