import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertSession, insertTeam, insertUser } from "@/db/fixtures/rows";
import { auditEntries } from "@/db/schema/audit";
import { sessions } from "@/db/schema/auth";
import { prune } from "./scheduled-work";

vi.stubEnv("QUOTAS", "auditEntries=50");

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

test("a pruning that hangs or fails doesn't stop the others", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const others = vi.fn(async () => {});
  const pruned = prune(db(), new Date(), {
    hangs: () => new Promise(() => {}),
    fails: () => Promise.reject(new Error("broken")),
    others,
  });
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  await pruned;
  expect(others).toHaveBeenCalledTimes(1);
});

test("expired sessions are removed, and others stay", async () => {
  const { id: userId } = await insertUser();
  const expired = await insertSession(userId);
  const current = await insertSession(userId);
  await db()
    .update(sessions)
    .set({ expiresAt: new Date(Date.now() - 1) })
    .where(eq(sessions.id, expired));
  await prune(db(), new Date());
  const left = await db().select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId));
  expect(left).toEqual([{ id: current }]);
});

test("a team keeps the newest entries that its quota allows, however few were written by one process", async () => {
  const { id: teamId } = await insertTeam();
  const now = Date.now();
  for (const written of [60, 1]) {
    const rows = Array.from({ length: written }, (_, n) => ({
      ...{
        id: uuidv7(),
        teamId,
        projectId: null,
        actorKind: "person" as const,
        actorId: "a",
        actorName: "Ada",
      },
      ...{ operation: "updateMock", subjectKind: "mock", subjectId: String(n), subjectName: "M" },
      ...{ bytes: 10, at: new Date(now + n) },
    }));
    await db().insert(auditEntries).values(rows);
    await prune(db(), new Date());
    expect(await db().$count(auditEntries, eq(auditEntries.teamId, teamId))).toBe(50);
  }
});
