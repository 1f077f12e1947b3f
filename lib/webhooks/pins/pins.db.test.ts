import { sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { pinnedCaptures } from "@/db/schema/webhooks";
import { type Caller, clock, inMs, insertCrew } from "@/lib/auth/fixtures/caller";
import { readAmount } from "@/lib/operations/stock";
import type { Capture } from "@/lib/webhooks/captures";
import { handleClearRequests } from "@/lib/webhooks/clear-requests";
import { handleCreateWebhook } from "@/lib/webhooks/create-webhook";
import { handleDeleteRequest } from "@/lib/webhooks/delete-request";
import { handleGetRequest } from "@/lib/webhooks/get-request";
import { handleListRequests } from "@/lib/webhooks/list-requests";
import { pruneWebhooks } from "@/lib/webhooks/prune";
import { readStreamAfter } from "@/lib/webhooks/stream-sources";
import { writeCaptures } from "@/lib/webhooks/write-captures";
import { pinsMax } from "./contract";
import { handleNoteRequest } from "./note-request";
import { handlePinRequest } from "./pin-request";
import { handleUnpinRequest } from "./unpin-request";

const hours = 60 * 60 * 1000;
const start = clock.now;

let close: () => Promise<void>;
let crew: Awaited<ReturnType<typeof insertCrew>>;
let place: { projectId: string; webhookId: string };

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  clock.now = start;
  crew = await insertCrew();
  const projectId = crew.project.id;
  const made = await crew.member.call(handleCreateWebhook, { projectId, name: "Orders" });
  place = { projectId, webhookId: (made as { id: string }).id };
});

const capture = (name: string): Capture => ({
  ...{ id: uuidv7(), method: "POST", path: `/${name}`, rawUrl: `/api/webhook/x/${name}?a=1` },
  rawHeaders: [["X-Name", name]],
  body: Buffer.from([0, 255, ...Buffer.from(name)]),
  ...{ ip: "192.0.2.1", receivedAt: clock.now, signature: null },
});
/** Captures so many; gives their ids, oldest first. */
async function send(count: number): Promise<string[]> {
  const captures = Array.from({ length: count }, (_, at) => capture(String(at)));
  await writeCaptures(db(), place.webhookId, captures);
  return captures.map(({ id }) => id);
}
const copied = sql.raw(
  "webhook_id, sequence, id, method, path, raw_url, raw_headers, body, ip, received_at, signature",
);
/** Pins so many of the newest captures in one statement: a hundred operations take seconds. */
const pinNewest = (count: number) =>
  db().execute(sql`
    insert into pinned_captures (${copied}, pinned_at)
    select ${copied}, ${clock.now.toISOString()}::timestamptz from captured_requests
    where webhook_id = ${place.webhookId} order by captured_requests.sequence desc limit ${count}`);
const of = (requestId = "") => ({ ...place, requestId });
const pin = (requestId = "", by: Caller = crew.member) => by.call(handlePinRequest, of(requestId));
const list = async (query: { after?: string; q?: string; limit?: string } = {}) =>
  (await crew.member.call(handleListRequests, { ...place, ...query })).items;
const sequences = async () => (await list()).map(({ sequence }) => sequence);
const get = (requestId = "") => crew.member.call(handleGetRequest, of(requestId));

describe("a pinned capture", () => {
  test("outlives fifty newer ones, twelve hours and the emptying of its inbox, byte for byte", async () => {
    const [, second] = await send(3);
    const whole = await get(second);
    expect(whole).toMatchObject({ sequence: 2, pinned: false, pinnedAt: null, note: null });
    expect(await pin(second)).toEqual({ pinned: true, pinnedAt: start.toISOString(), note: null });
    const pinned = { ...whole, pinned: true, pinnedAt: start.toISOString() };
    expect(await get(second)).toEqual(pinned);
    expect(await sequences()).toEqual([3, 2, 1]);

    await send(60);
    const newest = Array.from({ length: 50 }, (_, at) => 63 - at);
    expect(await sequences()).toEqual([...newest, 2]);
    expect((await list({ after: "1" })).at(-1)).toEqual(pinned);
    const streamed = await readStreamAfter(db(), place.webhookId, clock.now, { after: 0, bytesMax: 99_999 });
    expect(streamed[0]).toEqual(pinned);
    expect((await list({ q: "x-name: 1" })).map(({ sequence }) => sequence)).toContain(2);

    clock.now = inMs(13 * hours);
    expect(await sequences()).toEqual([2]);
    await crew.member.call(handleClearRequests, place);
    expect(await get(second)).toEqual(pinned);
  });

  test("is gone after thirty days, before and after its removal", async () => {
    const [id] = await send(1);
    await pin(id);
    clock.now = inMs(30 * 24 * hours - 1);
    await pruneWebhooks(db(), clock.now);
    expect(await sequences()).toEqual([1]);
    clock.now = inMs(1);
    expect(await sequences()).toEqual([]);
    await expect(get(id)).rejects.toMatchObject({ code: "not_found" });
    clock.now = inMs(1);
    await pruneWebhooks(db(), clock.now);
    expect(await db().select().from(pinnedCaptures)).toEqual([]);
  });

  test("stays where it was when it is unpinned, or goes where it is only pinned", async () => {
    const [first] = await send(1);
    await pin(first);
    await crew.member.call(handleUnpinRequest, of(first));
    expect((await list())[0]).toMatchObject({ sequence: 1, pinned: false });
    await pin(first);
    await send(50);
    await crew.member.call(handleUnpinRequest, of(first));
    await expect(get(first)).rejects.toMatchObject({ code: "not_found" });
    await expect(pin(first)).rejects.toMatchObject({ code: "not_found" });
  });

  test("is deleted in both places", async () => {
    const [id] = await send(1);
    await pin(id);
    await crew.member.call(handleDeleteRequest, of(id));
    expect(await sequences()).toEqual([]);
  });

  test("pages like the others, without doubles", async () => {
    const [a, b] = await send(4);
    await pin(a);
    await pin(b);
    await send(50);
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await crew.member.call(handleListRequests, {
        ...place,
        limit: "7",
        ...(cursor && { cursor }),
      });
      seen.push(...page.items.map(({ sequence }) => sequence));
      cursor = page.next;
    } while (cursor);
    expect(seen).toEqual([...Array.from({ length: 50 }, (_, at) => 54 - at), 2, 1]);
  });
});

describe("notes", () => {
  test("pin, say who wrote them and when, and can be taken away", async () => {
    const [id] = await send(1);
    const note = (text: string | null, by: Caller = crew.member) =>
      by.call(handleNoteRequest, { ...of(id), note: text });
    const by = (crew.admin.actor as { user: { name: string } }).user.name;
    const written = await note("  The first\nof them ", crew.admin);
    const updatedAt = start.toISOString();
    expect(written).toEqual({
      ...{ pinned: true, pinnedAt: updatedAt },
      note: { text: "The first\nof them", author: by, updatedAt },
    });
    expect(await get(id)).toMatchObject(written);
    expect(await pin(id)).toEqual(written);
    clock.now = inMs(5);
    expect(await note("Other")).toMatchObject({
      pinnedAt: updatedAt,
      note: { updatedAt: inMs(0).toISOString() },
    });
    for (const none of ["  ", null]) {
      await note("Again");
      expect(await note(none)).toMatchObject({ pinned: true, note: null });
    }
    await note("x".repeat(2000));
    await expect(note("x".repeat(2001))).rejects.toMatchObject({ code: "invalid_request" });
  });
});

describe("bounds", () => {
  test("an inbox has a hundred pins, however many are made at once; other inboxes have their own", async () => {
    for (let batch = 0; batch < 2; batch += 1) {
      await send(50);
      await pinNewest(50 - batch);
    }
    const ids = await send(4);
    const outcomes = await Promise.allSettled(ids.map((id) => pin(id)));
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(refused).toHaveLength(3);
    for (const each of refused) {
      expect(each).toMatchObject({ code: "conflict", message: expect.stringContaining("100") });
    }
    expect((await list()).filter(({ pinned }) => pinned)).toHaveLength(pinsMax);
    const [oldest] = (await list()).slice(-1);
    await crew.member.call(handleUnpinRequest, of(oldest?.id));
    const [left] = (await list()).filter(({ pinned }) => !pinned);
    expect(await pin(left?.id)).toMatchObject({ pinned: true });
    await expect(crew.stranger.call(handlePinRequest, of(ids[1]))).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  test("their bytes count for the project", async () => {
    const [id] = await send(1);
    const before = await readAmount(db(), "captureBytes", place.projectId);
    await pin(id);
    expect(await readAmount(db(), "captureBytes", place.projectId)).toBe(2 * before);
  });
});

test("a capture that is pinned while others take its place is pinned whole, or not found", async () => {
  for (let round = 0; round < 3; round += 1) {
    const ids = await send(50);
    const outcomes = await Promise.allSettled([
      ...ids.slice(0, 4).map((id) => pin(id)),
      ...Array.from({ length: 10 }, () => send(5)),
    ]);
    const kept = await list();
    for (const [at, outcome] of outcomes.slice(0, 4).entries()) {
      const found = kept.filter(({ id }) => id === ids[at]);
      if (outcome.status === "rejected") {
        expect(outcome.reason).toMatchObject({ code: "not_found" });
        expect(found).toEqual([]);
      } else {
        expect(found).toMatchObject([{ id: ids[at], path: `/${at}`, pinned: true, size: 3 }]);
      }
    }
  }
});
