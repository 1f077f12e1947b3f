import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Door, startDoor } from "../door";
import { expectKept, Flood } from "./flood";
import { type Inbox, Inboxes } from "./inboxes";

let door: Door;
beforeAll(async () => {
  door = await startDoor("server", { RATE_LIMIT: "on" }, { pages: false });
});
afterAll(() => door.stop());

test("a flood of one inbox is told to slow down, and no other inbox notices", async () => {
  const inboxes = await Inboxes.create(door.port, 2);
  const [flooded, calm] = inboxes.all as [Inbox, Inbox];
  const flood = new Flood(inboxes, { connections: 30, into: [flooded] });
  const refusals = () => flood.attempts.filter(({ status }) => status === 429);
  flood.start();
  await expect.poll(() => refusals().length, { timeout: 60_000 }).toBeGreaterThan(1000);

  const durations: number[] = [];
  for (let count = 0; count < 50; count += 1) {
    const start = performance.now();
    expect((await inboxes.capture(calm)).status).toBe(200);
    durations.push(performance.now() - start);
  }
  // The machine is busy with the flood itself; behind it in one queue each would wait for seconds.
  expect(durations.sort((a, b) => a - b)[25]).toBeLessThan(2000);
  await flood.stop();

  const statuses = new Set(flood.attempts.map(({ status, error }) => error ?? status));
  expect([...statuses].sort()).toEqual([200, 429]);
  const waits = refusals().map(({ retryAfter }) => Number(retryAfter));
  for (const seconds of waits) expect(seconds).toBeGreaterThanOrEqual(1);
  expect(Math.max(...waits)).toBeLessThan(10);

  // What was refused is not stored, and what was stored is not refused.
  const stored = flood.attempts.filter(({ id }) => id !== undefined);
  const { last, checked } = await expectKept(inboxes, flooded, stored);
  expect(last).toBe(stored.length);
  expect(checked).toBeGreaterThan(0);
  expect(await inboxes.lastSequence(calm)).toBe(50);

  await sleep((waits.at(-1) ?? 0) * 1000);
  expect((await inboxes.capture(flooded)).status).toBe(200);
  expect(await inboxes.lastSequence(flooded)).toBe(last + 1);
});
