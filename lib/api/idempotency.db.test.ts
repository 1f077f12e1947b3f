import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { keyOf } from "@/lib/auth/fixtures/caller";
import { createMock } from "@/lib/mocks/contract";
import { jsonAnswer } from "@/lib/operations/answer";
import { oncePerKey } from "./idempotency";

vi.stubEnv("QUOTAS", "keptAnswersPerDay=2,largeKeptAnswersPerDay=1");

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

test.each([
  ["small", 10, 2],
  ["large", 20_000, 1],
])(
  "of %s answers so many are kept in a day, and a repeat of another one is refused",
  async (_, size, kept) => {
    const ctx = keyOf("0197f3b4-b8f0-7d16-8a3c-5e9b2d7f4c01").ctx();
    const send = (key: string) =>
      oncePerKey({ op: createMock, key, path: "/", body: new Uint8Array(), ctx }, async () =>
        jsonAnswer({ text: "x".repeat(size) }, { status: 201 }),
      ).then(
        ({ status }) => status,
        ({ code }: { code: string }) => code,
      );
    const keys = ["a", "b", "c"].map((key) => `${key}${size}`);
    for (const key of keys) expect(await send(key)).toBe(201);
    const repeats = [];
    for (const key of keys) repeats.push(await send(key));
    expect(repeats.filter((status) => status === 201)).toHaveLength(kept);
    expect(repeats.filter((status) => status === "conflict")).toHaveLength(3 - kept);
  },
);
