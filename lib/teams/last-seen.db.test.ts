import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertTeam, insertUser } from "@/db/fixtures/rows";
import { users } from "@/db/schema/auth";
import { personOf } from "@/lib/auth/fixtures/caller";
import { noteSeen } from "@/lib/auth/seen";
import { handleListMembers } from "./list-members";

const start = new Date();
const minuteMs = 60_000;
let close: () => Promise<void>;
let userId: string;

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  // Only the clock, because the database needs the timers.
  vi.useFakeTimers({ now: start, toFake: ["Date"] });
  userId = (await insertUser()).id;
});
afterEach(() => {
  vi.useRealTimers();
});

const use = () => noteSeen({ id: uuidv7(), userId, updatedAt: new Date() });
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
async function person() {
  const [row] = await db().select().from(users).where(eq(users.id, userId));
  return row;
}

test("a use is noted at once, and again when the note is five minutes old", async () => {
  expect((await person())?.lastSeenAt).toBeNull();
  await use();
  expect((await person())?.lastSeenAt).toEqual(start);
  later(5 * minuteMs);
  await use();
  expect((await person())?.lastSeenAt).toEqual(start);
  later(1);
  await use();
  expect((await person())?.lastSeenAt).toEqual(new Date(start.getTime() + 5 * minuteMs + 1));
});

test("a use changes nothing of a person, whose forms would take it for somebody else's change", async () => {
  const before = await person();
  later(minuteMs);
  await use();
  expect((await person())?.updatedAt).toEqual(before?.updatedAt);
});

test("members see when others were last there, or that it is not known", async () => {
  const { id: teamId } = await insertTeam();
  const [seen, unseen] = [await personOf(teamId, "admin"), await personOf(teamId, "member")];
  userId = seen.id;
  await use();
  const { items } = (await unseen.call(handleListMembers, { teamId })) as unknown as {
    items: { userId: string; lastSeenAt: string | null }[];
  };
  expect(Object.fromEntries(items.map((each) => [each.userId, each.lastSeenAt]))).toEqual({
    [seen.id]: start.toISOString(),
    [unseen.id]: null,
  });
});
