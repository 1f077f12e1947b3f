import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject } from "@/db/fixtures/rows";
import { releases } from "@/db/schema/releases";
import { insertWaiting, readRelease } from "../fixtures/release";
import { fail, type Job } from "./lease";
import { takeUpWaiting, workOnReleases, writeReleasesWith } from "./worker";

let close: () => Promise<void>;
/** Jobs under way, with their ends. */
const running = new Map<Job, () => Promise<void>>();
let begun: string[];
let mostAtOnce: number;

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  await db().delete(releases);
  begun = [];
  mostAtOnce = 0;
  // Jobs here end when the test says so.
  writeReleasesWith((job, { signal }) => {
    begun.push(job.release.id);
    return new Promise((resolve) => {
      const end = async () => {
        await fail(db(), job, "Ended.");
        running.delete(job);
        resolve();
      };
      running.set(job, end);
      mostAtOnce = Math.max(mostAtOnce, running.size);
      signal.addEventListener("abort", () => void end(), { once: true });
    });
  });
});

const inTime = (ms: number) => ({ deadlineAt: new Date(Date.now() + ms) });
const waiting = async (projectId: string) => (await insertWaiting(projectId, inTime(600_000))).id;

async function endAll(work: Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = work.then(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const end of [...running.values()]) await end();
    await Promise.race([over, new Promise((resolve) => setImmediate(resolve))]);
  }
}

test("a burst of requests starts no more than two at once, and leaves none out", async () => {
  const ids: string[] = [];
  for (let count = 0; count < 11; count += 1) ids.push(await waiting((await insertProject()).id));
  await endAll(Promise.all(ids.map(() => workOnReleases())));
  expect(mostAtOnce).toBe(2);
  expect([...begun].sort()).toEqual(ids.sort());
});

test("a team whose repositories never answer leaves a place to the others", async () => {
  const hanging = (await insertProject()).id;
  for (let count = 0; count < 8; count += 1) await waiting(hanging);
  const first = workOnReleases();
  await expect.poll(() => running.size).toBe(1);
  const own = await waiting((await insertProject()).id);
  const second = workOnReleases();
  await expect.poll(() => begun).toContain(own);
  expect(begun).toHaveLength(2);
  await endAll(Promise.all([first, second]));
  expect(begun).toHaveLength(9);
});

test("one that is over its time is ended, though nobody looks at it, and the next one begins", async () => {
  const { id: projectId } = await insertProject();
  const { id } = await insertWaiting(projectId, inTime(2000));
  const work = workOnReleases();
  await expect.poll(() => begun).toContain(id);
  const next = await waiting(projectId);
  await expect.poll(async () => (await readRelease(id))?.status).toBe("draft");
  expect((await readRelease(id))?.errorMessage).toMatch(/took too long/);
  await expect.poll(() => begun).toContain(next);
  await endAll(work);
});

test("a release that is due for another try soon is waited for, and one that is due much later is not", async () => {
  const { id: projectId } = await insertProject();
  const id = await waiting(projectId);
  const dueIn = (ms: number) =>
    db()
      .update(releases)
      .set({ leaseUntil: new Date(Date.now() + ms) });
  await dueIn(300);
  await endAll(workOnReleases());
  expect(begun).toEqual([id]);
  const later = await waiting(projectId);
  await dueIn(400_000);
  await workOnReleases();
  expect(begun).not.toContain(later);
});

test("whoever finds a release waiting has it worked on, once a second however often they ask", async () => {
  const id = await waiting((await insertProject()).id);
  const background = vi.fn<(work: () => Promise<void>) => void>();
  const at = (ms: number) => ({ background, now: () => new Date(Date.now() + ms) });
  takeUpWaiting(at(0), [{ status: "draft" }]);
  expect(background).not.toHaveBeenCalled();
  for (const ms of [0, 1, 500]) takeUpWaiting(at(ms), [{ status: "draft" }, { status: "processing" }]);
  expect(background).toHaveBeenCalledTimes(1);
  takeUpWaiting(at(60_000), [{ status: "processing" }]);
  expect(background).toHaveBeenCalledTimes(2);
  const [[work] = []] = background.mock.calls;
  await endAll(work?.() ?? Promise.reject(new Error("nothing was begun")));
  expect(begun).toEqual([id]);
});
