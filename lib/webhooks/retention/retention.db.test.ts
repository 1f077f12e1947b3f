import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { capturedRequests } from "@/db/schema/webhooks";
import { clock, insertCrew } from "@/lib/auth/fixtures/caller";
import type { Capture } from "@/lib/webhooks/captures";
import { handleCreateWebhook } from "@/lib/webhooks/create-webhook";
import { handleGetWebhook } from "@/lib/webhooks/get-webhook";
import { handleListRequests } from "@/lib/webhooks/list-requests";
import { pruneWebhooks } from "@/lib/webhooks/prune";
import { handleUpdateWebhook } from "@/lib/webhooks/update-webhook";
import { writeCaptures } from "@/lib/webhooks/write-captures";

vi.stubEnv("QUOTAS", "capturesKept=10000,captureHours=720");

const hours = 60 * 60 * 1000;
let close: () => Promise<void>;
let crew: Awaited<ReturnType<typeof insertCrew>>;
let place: { projectId: string; webhookId: string };

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  crew = await insertCrew();
  const projectId = crew.project.id;
  const made = await crew.member.call(handleCreateWebhook, { projectId, name: "Orders" });
  place = { projectId, webhookId: (made as { id: string }).id };
});

const signature = { verdict: "wrong" as const, detail: "Why.", refused: true };
const capture = (isApart = false, receivedAt = clock.now): Capture => ({
  ...{ id: uuidv7(), method: "POST", path: "", rawUrl: "/", rawHeaders: [], body: Buffer.from("x") },
  ...{ ip: "192.0.2.1", receivedAt, signature: isApart ? signature : null, isApart },
});
const write = (captures: Capture[]) => writeCaptures(db(), place.webhookId, captures);
const retain = (retention: { count?: number; hours?: number }) =>
  crew.member.call(handleUpdateWebhook, { ...place, retention });

async function listed(): Promise<{ taken: number[]; refused: number[] }> {
  const taken: number[] = [];
  const refused: number[] = [];
  let cursor: string | undefined;
  do {
    const input = { ...place, bodyBytesMax: "0", ...(cursor && { cursor }) };
    const page = await crew.member.call(handleListRequests, input);
    for (const each of page.items) (each.signature ? refused : taken).push(each.sequence);
    cursor = page.next;
  } while (cursor);
  return { taken, refused };
}

/** Numbers that are the same in every run. */
function numbers(seed: number) {
  let state = seed;
  return (max: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * max);
  };
}

describe("after any series of captures and changes of size", () => {
  test.each([1, 2, 3, 4, 5, 6])(
    "the newest are kept, and the newest 10 of those that were refused (%i)",
    async (seed) => {
      const random = numbers(seed);
      const sizes = [1, 2, 3, 7, 10, 49, 50, 51, 120, 250];
      let size = 50;
      let taken: number[] = [];
      let refused: number[] = [];
      let last = 0;
      for (let step = 0; step < 25; step += 1) {
        const what = random(4);
        if (what === 0) {
          size = sizes[random(sizes.length)] ?? 50;
          await retain({ count: size });
        } else {
          const captures = Array.from({ length: 1 + random([3, 40, 130][what - 1] ?? 1) }, () =>
            capture(random(6) === 0),
          );
          expect(await write(captures)).toBe(last + captures.length);
          for (const { isApart } of captures) {
            last += 1;
            (isApart ? refused : taken).unshift(last);
          }
        }
        taken = taken.slice(0, size);
        refused = refused.slice(0, 10);
        expect(await listed()).toEqual({ taken, refused });
        expect(await db().$count(capturedRequests, inbox())).toBe(taken.length + refused.length);
      }
    },
  );

  test("captures that come in during the change are kept or not as the order of commits says", async () => {
    await write(Array.from({ length: 50 }, () => capture()));
    for (const count of [200, 20, 300]) {
      const outcomes = await Promise.all([
        retain({ count }),
        ...Array.from({ length: 10 }, () => write([capture(), capture()])),
      ]);
      expect(outcomes).not.toContain(undefined);
    }
    const { taken } = await listed();
    expect(taken[0]).toBe(110);
    expect(taken).toEqual(Array.from({ length: taken.length }, (_, at) => 110 - at));
    expect(taken.length).toBeGreaterThanOrEqual(20);
  });
});

const inbox = () => eq(capturedRequests.webhookId, place.webhookId);

test("ten thousand are kept and paged, and a smaller number again", async () => {
  await retain({ count: 10_000 });
  for (let batch = 0; batch < 51; batch += 1) await write(Array.from({ length: 200 }, () => capture()));
  const { taken } = await listed();
  expect([taken.length, taken[0], taken.at(-1)]).toEqual([10_000, 10_200, 201]);
  await retain({ count: 9999 });
  await retain({ count: 50 });
  expect((await listed()).taken).toEqual(Array.from({ length: 50 }, (_, at) => 10_200 - at));
});

describe("hours", () => {
  test("are those of the inbox, for lists and for pruning", async () => {
    const ago = (time: number) => new Date(clock.now.getTime() - time);
    const ages = [1, 5, 13, 100, 700, 721].map((each) => capture(false, ago(each * hours - 1)));
    await retain({ hours: 720 });
    await write(ages.reverse());
    expect((await listed()).taken).toEqual([6, 5, 4, 3, 2]);
    await pruneWebhooks(db(), clock.now);
    expect(await db().$count(capturedRequests, inbox())).toBe(5);
    await retain({ hours: 2 });
    expect((await listed()).taken).toEqual([6]);
    await pruneWebhooks(db(), clock.now);
    expect(await db().$count(capturedRequests, inbox())).toBe(1);
  });
});

describe("bounds", () => {
  test.each([
    [{ count: 0 }, "retention.count"],
    [{ count: 10_001 }, "retention.count"],
    [{ hours: 721 }, "retention.hours"],
    [{ hours: 0.5 }, "retention.hours"],
  ])("%j is refused", async (retention, path) => {
    await expect(retain(retention)).rejects.toMatchObject({
      code: "invalid_request",
      issues: [{ path, message: expect.any(String) }],
    });
  });

  test("are told with what is retained", async () => {
    await retain({ hours: 24 });
    expect(await crew.member.call(handleGetWebhook, place)).toMatchObject({
      retention: { count: 50, hours: 24, countMax: 10_000, hoursMax: 720 },
    });
  });
});
