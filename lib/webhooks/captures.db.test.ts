import { and, eq, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject } from "@/db/fixtures/rows";
import { capturedRequests, webhooks } from "@/db/schema/webhooks";
import { type Capture, readCaptures, readCapturesAfter, requireCapture } from "./captures";
import { pruneWebhooks } from "./prune";
import { writeCaptures } from "./write-captures";

let close: () => Promise<void>;
let projectId: string;
let webhookId: string;

beforeAll(async () => {
  close = await openProcessDatabase();
  projectId = (await insertProject()).id;
});
afterAll(() => close());
beforeEach(async () => {
  webhookId = await insertInbox();
});

const now = new Date("2030-01-01T12:00:00Z");
const hours = 60 * 60 * 1000;
const ago = (ms: number) => new Date(now.getTime() - ms);

async function insertInbox(): Promise<string> {
  const id = uuidv7();
  await db().insert(webhooks).values({ id, projectId, referenceId: id, name: "Orders" });
  return id;
}

const capture = (name: string, receivedAt = now): Capture => ({
  id: uuidv7(),
  method: "POST",
  path: `/${name}`,
  rawUrl: `/${name}`,
  rawHeaders: [],
  body: Buffer.from(name),
  ip: "127.0.0.1",
  receivedAt,
  signature: null,
});
const numbered = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => capture(String(from + at)));

const write = (captures: Capture[], id = webhookId) => writeCaptures(db(), id, captures);
const read = async (at = now) => {
  const bounds = { bytesMax: 1_000_000, bodyBytesMax: undefined };
  return (await readCaptures(db(), webhookId, at, {}, bounds)).rows;
};
const sequences = async (at = now) => (await read(at)).map(({ sequence }) => sequence);
/** From the first to the last, newest first. */
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => last - at);

describe("of an inbox", () => {
  test.each([
    [
      "one by one",
      async () => {
        for (const each of numbered(53)) await write([each]);
      },
    ],
    [
      "in batches",
      async () => {
        for (const from of [1, 18, 36]) await write(numbered(from === 36 ? 18 : from === 1 ? 17 : 18, from));
      },
    ],
    ["in one batch that is larger than the ring", () => write(numbered(53))],
  ])("the newest 50 are kept, captured %s", async (_, captured) => {
    await captured();
    expect(await sequences()).toEqual(range(4, 53));
    const [newest] = await read();
    expect([newest?.path, newest?.body.toString()]).toEqual(["/53", "53"]);
  });

  test("the fiftieth pushes nothing out, the next one the first", async () => {
    expect(await write(numbered(50))).toBe(50);
    expect(await sequences()).toEqual(range(1, 50));
    expect(await write([capture("51")])).toBe(51);
    expect(await sequences()).toEqual(range(2, 51));
  });

  test("numbers go on where they were, whatever was deleted, and inboxes do not mix", async () => {
    const other = await insertInbox();
    await write(numbered(3));
    await write(numbered(60), other);
    await db().delete(capturedRequests);
    expect(await write([capture("4")])).toBe(4);
    expect(await sequences()).toEqual([4]);
  });

  test("each capture of a batch keeps what is its own, to the byte", async () => {
    const names = ['"', "\\", "{a,b}", "NULL", "'", "\u00ff\u0080", "%00", "\t", ""];
    const captures = names.map(
      (name, at): Capture => ({
        ...capture(name, ago(at)),
        method: `M-${at}`,
        rawUrl: `/${name}?${name}`,
        rawHeaders: [
          ["X-B", name],
          ["x-a", `${at}`],
          ["X-B", name],
        ],
        body: Buffer.from(at % 3 === 0 ? [] : Array.from({ length: 300 }, (_, byte) => (byte * at) % 256)),
        ip: `192.0.2.${at}`,
      }),
    );
    await write(captures);
    const rows = (await read()).reverse().map(({ webhookId: _, sequence: __, size: ___, ...row }) => row);
    expect(rows).toEqual(captures);
    const [stored] = await db()
      .select({ text: sql<string>`${capturedRequests.rawHeaders}::text` })
      .from(capturedRequests)
      .where(and(eq(capturedRequests.webhookId, webhookId), eq(capturedRequests.slot, 1)));
    expect(stored?.text).toBe(JSON.stringify(captures[0]?.rawHeaders));
  });

  test("what was refused has ten places of its own, and pushes nothing else out", async () => {
    const signature = { verdict: "wrong" as const, detail: "Why.", refused: true };
    const refused = (count: number) => numbered(count).map((each) => ({ ...each, signature, isApart: true }));
    await write(numbered(48));
    await write([...refused(30), capture("49"), ...refused(31)]);
    for (const each of refused(3)) await write([each]);
    expect(await write([capture("50")])).toBe(114);
    const kept = await read();
    const taken = kept.filter((row) => row.signature === null).map(({ sequence }) => sequence);
    expect(taken).toEqual([114, 79, ...range(1, 48)]);
    expect(kept.filter((row) => row.signature?.refused).map(({ sequence }) => sequence)).toEqual(
      range(104, 113),
    );
    expect(kept.find(({ sequence }) => sequence === 113)?.signature).toEqual(signature);

    // The next ones take the oldest place each, as if nothing had been refused between them.
    await write([...numbered(60), ...refused(1)]);
    expect((await sequences()).slice(0, 51)).toEqual(range(125, 175));
    expect(await read()).toHaveLength(60);
  });

  test("that is gone nothing is stored", async () => {
    expect(await write([capture("1")], uuidv7())).toBeUndefined();
  });
});

describe("what is older than twelve hours", () => {
  test.each([
    [12 * hours - 1, true],
    [12 * hours, false],
    [13 * hours, false],
  ])("%i ms after it arrived a capture is shown: %j", async (age, shown) => {
    const old = capture("old", ago(age));
    await write([old]);
    await write([capture("new")]);
    expect(await sequences()).toEqual(shown ? [2, 1] : [2]);
    const after = await readCapturesAfter(db(), webhookId, now, 0, 1_000_000);
    expect(after.map(({ sequence }) => sequence)).toEqual(shown ? [1, 2] : [2]);
    const one = requireCapture(db(), webhookId, old.id, now);
    if (shown) expect(await one).toMatchObject({ id: old.id });
    else await expect(one).rejects.toMatchObject({ code: "not_found", message: "Request not found" });
  });

  test("is removed, and nothing else", async () => {
    await write([capture("old", ago(12 * hours + 1)), capture("last", ago(12 * hours - 1)), capture("new")]);
    await pruneWebhooks(db(), now);
    const left = await read(ago(6 * hours));
    expect(left.map(({ path }) => path)).toEqual(["/new", "/last"]);
  });
});
