import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject } from "@/db/fixtures/rows";
import { clock } from "@/lib/auth/fixtures/caller";
import { insertRelease } from "../fixtures/release";
import { DeliveryError, deliverOnce } from "./deliver";

let close: () => Promise<void>;
let releaseId: string;

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  releaseId = (await insertRelease((await insertProject()).id)).id;
});

const ada = { channel: "email" as const, recipient: "ada@example.com", revision: 1, isDraft: false };
const deliver = (send: (id: string) => Promise<void>, delivery: Partial<typeof ada> = {}) =>
  deliverOnce(db(), { releaseId, ...ada, ...delivery }, () => clock.now, send);
/** One that takes every message. */
const taking = () => vi.fn(async (_id: string) => {});
const refusing = (error: Error) => vi.fn(() => Promise.reject(error));

describe("a recipient gets a revision", () => {
  test("once", async () => {
    const send = taking();
    expect(await deliver(send)).toBe(true);
    expect(await deliver(send)).toBe(false);
    expect(send).toHaveBeenCalledTimes(1);
  });

  test("once of many who send it at once, who are told that it is under way", async () => {
    let arrive = () => {};
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const send = vi.fn(() => arrival);
    const first = deliver(send);
    await expect.poll(() => send.mock.calls.length).toBe(1);
    const late = await Promise.allSettled(Array.from({ length: 5 }, () => deliver(send)));
    for (const each of late) expect(each).toMatchObject({ reason: { code: "conflict" } });
    arrive();
    expect(await first).toBe(true);
    expect(await deliver(send)).toBe(false);
    expect(send).toHaveBeenCalledTimes(1);
  });

  test.each([
    ["revision", { revision: 2 }],
    ["recipient", { recipient: "bob@example.com" }],
    ["channel", { channel: "slack" as never }],
  ])("once for each %s", async (_, other) => {
    const send = taking();
    await deliver(send);
    expect(await deliver(send, other)).toBe(true);
    expect(await deliver(send, other)).toBe(false);
    expect(send).toHaveBeenCalledTimes(2);
  });

  test("as a draft, and once more when it is published, under another id", async () => {
    const send = taking();
    await deliver(send, { isDraft: true });
    expect(await deliver(send, { isDraft: true })).toBe(false);
    expect(await deliver(send)).toBe(true);
    expect(await deliver(send)).toBe(false);
    const [draft, published] = send.mock.calls.map(([id]) => id);
    expect([send.mock.calls.length, draft === published]).toEqual([2, false]);
  });

  test("published, and then not as a draft", async () => {
    const send = taking();
    await deliver(send);
    expect(await deliver(send, { isDraft: true })).toBe(false);
  });
});

describe("what failed", () => {
  test("is tried again under its id", async () => {
    const failing = refusing(new DeliveryError("Away."));
    await expect(deliver(failing)).rejects.toThrow("Away.");
    const send = taking();
    expect(await deliver(send)).toBe(true);
    expect(send.mock.calls).toEqual(failing.mock.calls);
  });

  test.each([
    ["a service", { isUnknown: true, isForAll: true }],
    ["a recipient", { isUnknown: true }],
  ])("is not tried again when %s may have taken it", async (_, details) => {
    await expect(deliver(refusing(new DeliveryError("No word.", details)))).rejects.toThrow("No word.");
    const send = taking();
    await expect(deliver(send)).rejects.toMatchObject({ code: "conflict" });
    expect(send).not.toHaveBeenCalled();
  });
});
