import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject, insertTeam } from "@/db/fixtures/rows";
import { releases } from "@/db/schema/releases";
import { clock, inMs } from "@/lib/auth/fixtures/caller";
import { insertRelease, insertWaiting, readRelease } from "../fixtures/release";
import { checkpointsOf } from "./checkpoints";
import {
  claim,
  deadlineMs,
  fail,
  freeHeldBefore,
  giveBack,
  heartbeat,
  type Job,
  leaseMs,
  waitingMs,
} from "./lease";

let close: () => Promise<void>;
let projectId: string;
const now = clock.now;

beforeAll(async () => {
  close = await openProcessDatabase();
  projectId = (await insertProject()).id;
});
afterAll(() => close());
beforeEach(() =>
  db()
    .delete(releases)
    .then(() => {}),
);

async function claimed(at = now): Promise<Job> {
  const job = await claim(db(), at);
  if (!job) throw new Error("Nothing waits");
  return job;
}

/** A job that another process has taken over since, with the row as that one has it. */
async function takenOver() {
  const { id } = await insertWaiting(projectId);
  const old = await claimed();
  const taken = await claimed(inMs(leaseMs));
  expect(taken.release.id).toBe(id);
  return { old, taken, row: await readRelease(id) };
}

describe("claiming", () => {
  test("takes the one that waits longest, once, for the time of a lease", async () => {
    const young = await insertWaiting(projectId, { createdAt: inMs(-1000) });
    const old = await insertWaiting(projectId, { createdAt: inMs(-2000) });
    const job = await claimed();
    expect(job.release).toMatchObject({
      id: old.id,
      attempt: 1,
      leaseToken: job.token,
      leaseUntil: inMs(leaseMs),
    });
    expect((await claimed()).release.id).toBe(young.id);
    expect(await claim(db(), now)).toBeUndefined();
  });

  test("gives each team a turn, then each of its projects", async () => {
    const [other, mine] = [await insertProject(), await insertTeam()];
    const [shop, blog] = [await insertProject(mine.id), await insertProject(mine.id)];
    const ids: Record<string, string> = {};
    const wait = async (name: string, project: string, ms: number) => {
      const { id } = await insertWaiting(project, { createdAt: inMs(ms) });
      ids[id] = name;
    };
    for (const [at, name] of ["shop 1", "shop 2", "shop 3"].entries()) await wait(name, shop.id, at);
    await wait("blog", blog.id, 10);
    await wait("other 1", other.id, 11);
    await wait("other 2", other.id, 12);
    const order: (string | undefined)[] = [];
    for (let at = 0; at < 6; at += 1) {
      const job = await claimed(inMs(at));
      order.push(ids[job.release.id]);
      await fail(db(), job, "Ended.");
    }
    expect(order).toEqual(["shop 1", "other 1", "blog", "other 2", "shop 2", "shop 3"]);
  });

  test("prefers teams of which nothing is being written, and fresh releases to failed ones", async () => {
    const [busy, free] = [await insertProject(), await insertProject()];
    await insertWaiting(free.id, { createdAt: inMs(-9000) });
    await fail(db(), await claimed(inMs(-5000)), "Ended.");
    await insertWaiting(busy.id, { createdAt: inMs(-9000) });
    await claimed(inMs(-8000));
    await insertWaiting(busy.id, { createdAt: inMs(-8000) });
    const failed = await insertWaiting(free.id, { createdAt: inMs(-7000), attempt: 1 });
    const fresh = await insertWaiting(free.id, { createdAt: inMs(-6000) });
    expect((await claimed()).release.id).toBe(fresh.id);
    await db().delete(releases).where(eq(releases.id, fresh.id));
    expect((await claimed()).release.id).toBe(failed.id);
  });

  test("takes nothing of teams that have enough here", async () => {
    const team = await insertTeam();
    await insertWaiting((await insertProject(team.id)).id);
    expect(await claim(db(), now, [team.id])).toBeUndefined();
    expect(await claimed()).toMatchObject({ teamId: team.id });
  });

  test("starts the time of a generation, which later tries share", async () => {
    const { id } = await insertWaiting(projectId, { deadlineAt: inMs(waitingMs) });
    const deadline = inMs(1000 + deadlineMs);
    await giveBack(db(), await claimed(inMs(1000)), inMs(5000), true);
    expect((await readRelease(id))?.deadlineAt).toEqual(deadline);
    expect((await claimed(inMs(5000))).release.deadlineAt).toEqual(deadline);
  });

  test("of many at once gives each release to one", async () => {
    await Promise.all([insertWaiting(projectId), insertWaiting(projectId), insertWaiting(projectId)]);
    const jobs = await Promise.all(Array.from({ length: 8 }, () => claim(db(), now)));
    const ids = jobs.flatMap((job) => job?.release.id ?? []);
    expect([ids.length, new Set(ids).size]).toEqual([3, 3]);
  });

  test.each([
    ["a moment before the lease ends", { leaseUntil: inMs(1) }, false],
    ["when the lease ends", { leaseUntil: inMs(0) }, true],
    ["a moment before the deadline", { deadlineAt: inMs(1) }, true],
    ["at the deadline", { deadlineAt: inMs(0) }, false],
  ])("%s", async (_, fields, takes) => {
    await insertWaiting(projectId, fields);
    expect((await claim(db(), now)) !== undefined).toBe(takes);
  });

  test.each(["draft", "published"] as const)("leaves a %s alone", async (status) => {
    await insertRelease(projectId, { status, deadlineAt: inMs(1000) });
    expect(await claim(db(), now)).toBeUndefined();
  });
});

describe("whoever lost the lease writes nothing", () => {
  test.each<[string, (job: Job) => Promise<unknown>]>([
    ["heartbeat", (job) => heartbeat(db(), job, inMs(1), { phase: "writing", done: 1, total: 2 })],
    ["giving back", (job) => giveBack(db(), job, null, false)],
    ["giving back for later", (job) => giveBack(db(), job, inMs(5000), true)],
    ["failing", (job) => fail(db(), job, "It did not work.")],
    ["a checkpoint", (job) => checkpointsOf(db(), job, () => now).keep("digest", { items: [], omitted: [] })],
  ])("by %s", async (_, write) => {
    const { old, row } = await takenOver();
    const result = await write(old);
    expect(await readRelease(old.release.id)).toEqual(row);
    expect(await checkpointsOf(db(), old, () => now).find("digest")).toBeUndefined();
    if (typeof result === "boolean") expect(result).toBe(false);
  });

  test("nor does it once the release is a draft again", async () => {
    await insertWaiting(projectId);
    const job = await claimed();
    await fail(db(), job, "The first reason.");
    const row = await readRelease(job.release.id);
    expect(await heartbeat(db(), job, now)).toBe(false);
    await giveBack(db(), job, null, false);
    await fail(db(), job, "The second reason.");
    expect(await readRelease(job.release.id)).toEqual(row);
  });
});

describe("whoever holds the lease", () => {
  test("prolongs it and says how far it is", async () => {
    await insertWaiting(projectId);
    const job = await claimed();
    const progress = { phase: "writing" as const, done: 1, total: 2 };
    expect(await heartbeat(db(), job, inMs(10_000), progress)).toBe(true);
    const { leaseUntil, updatedAt } = (await readRelease(job.release.id)) ?? {};
    expect([leaseUntil, updatedAt]).toEqual([inMs(10_000 + leaseMs), job.release.updatedAt]);
    expect(await heartbeat(db(), job, inMs(20_000))).toBe(true);
    expect((await readRelease(job.release.id))?.progress).toEqual(progress);
  });

  test("gives it back at once, and the try does not count", async () => {
    await insertWaiting(projectId);
    const job = await claimed();
    await giveBack(db(), job, null, false);
    expect((await claimed()).release).toMatchObject({ id: job.release.id, attempt: 1 });
  });

  test("puts it off, and the try counts", async () => {
    await insertWaiting(projectId);
    await giveBack(db(), await claimed(), inMs(5000), true);
    expect(await claim(db(), inMs(4999))).toBeUndefined();
    expect((await claimed(inMs(5000))).release.attempt).toBe(2);
  });

  test("keeps what a model wrote for a later try", async () => {
    await insertWaiting(projectId);
    const checkpoints = checkpointsOf(db(), await claimed(), () => now);
    const written = { items: [], omitted: [{ ref: "c1", reason: "internal" }] };
    await checkpoints.keep("digest", written);
    expect(await checkpoints.find("digest")).toEqual(written);
  });
});

test("what was held before the start of a lone process is free, what it holds itself is not", async () => {
  const dead = await insertWaiting(projectId);
  await claimed(inMs(-1));
  const alive = await insertWaiting(projectId);
  const own = await claimed();
  expect(own.release.id).toBe(alive.id);
  await freeHeldBefore(db(), now);
  expect(await heartbeat(db(), own, now)).toBe(true);
  expect((await claimed()).release.id).toBe(dead.id);
  expect(await claim(db(), now)).toBeUndefined();
});
