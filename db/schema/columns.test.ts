import { pgTable } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pg-proxy";
import { afterEach, expect, test, vi } from "vitest";
import { timestamps } from "./columns";

afterEach(() => vi.unstubAllGlobals());

const things = pgTable("things", timestamps);
const db = drizzle(async () => ({ rows: [] }));
const inserted = (count: number) =>
  db
    .insert(things)
    .values(Array.from({ length: count }, () => ({})))
    .toSQL().params;

test("a new row was changed last when it was created, however the clock goes on meanwhile", async () => {
  let now = Date.parse("2026-01-01T00:00:00Z");
  const Clock = class extends Date {
    constructor(time?: number) {
      super(time ?? now++);
    }
  };
  vi.stubGlobal("Date", Clock);
  expect(new Set(inserted(3))).toEqual(new Set(["2026-01-01T00:00:00.000Z"]));
  await Promise.resolve();
  expect(new Set(inserted(1))).toEqual(new Set(["2026-01-01T00:00:00.001Z"]));
});
