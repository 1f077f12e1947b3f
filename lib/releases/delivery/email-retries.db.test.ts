import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject, insertTeam } from "@/db/fixtures/rows";
import { releaseDeliveries, releaseEmailRetries, releases } from "@/db/schema/releases";
import { teamMembers } from "@/db/schema/teams";
import { clock, inMs, type Person, personOf } from "@/lib/auth/fixtures/caller";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { insertRelease } from "../fixtures/release";
import type { ReleaseRow } from "../notes/to-release";
import { DeliveryError } from "./deliver";
import { planRetry, retryEmails } from "./email-retries";

let close: () => Promise<void>;
let member: Person;
let release: ReleaseRow;
const start = clock.now;
const minute = 60_000;

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  const { id: teamId } = await insertTeam();
  member = await personOf(teamId, "member");
  release = await insertRelease((await insertProject(teamId)).id, { revision: 1 });
});
afterEach(async () => {
  clock.now = start;
  await db().delete(releaseEmailRetries);
});

const away = new DeliveryError("The mail service was not reached.", { isForAll: true });
const refused = new DeliveryError("There is no such address.", { isFinal: true });
const unknown = new DeliveryError("It may have arrived.", { isUnknown: true });
const missing = (error: AppError, recipient = "Ada@example.com") => ({ recipient, error });
const plan = (...errors: AppError[]) =>
  planRetry(
    member.ctx(),
    release,
    errors.map((error) => missing(error)),
  );
const rowOf = async () => (await db().select().from(releaseEmailRetries))[0];
const retry = (send = vi.fn(async (_ctx: Ctx) => {})) =>
  retryEmails(db(), () => clock.now, send).then((next) => ({ send, next }));
const later = (ms: number) => {
  clock.now = inMs(ms);
};

describe("a release whose email didn't reach everyone", () => {
  test("is sent again by the same person, when it is due, and not after that", async () => {
    await plan(refused, away);
    expect((await retry()).send).not.toHaveBeenCalled();
    later(minute);
    const { send, next } = await retry();
    expect(send).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        actor: expect.objectContaining({ user: expect.objectContaining({ id: member.id }) }),
      }),
      expect.objectContaining({ id: release.id, projectId: release.projectId }),
    );
    expect([next, await rowOf()]).toEqual([null, undefined]);
  });

  test("is tried at increasing intervals, seven times in all", async () => {
    const waits: number[] = [];
    for (let attempts = 1; attempts <= 6; attempts += 1) {
      await plan(away);
      const row = await rowOf();
      expect(row?.attempts).toBe(attempts);
      waits.push(Number(row?.dueAt) - clock.now.getTime());
    }
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    await plan(away);
    expect(await rowOf()).toBeUndefined();
  });

  test.each<[string, AppError[]]>([
    ["was refused", [refused]],
    ["may have it", [unknown]],
    ["is being sent it", [new AppError("conflict", "This text is being sent already.")]],
  ])("isn't sent again when each recipient %s", async (_, errors) => {
    await plan(...errors);
    expect(await rowOf()).toBeUndefined();
  });

  test.each<[string, () => Promise<unknown>]>([
    [
      "its text has changed",
      () => db().update(releases).set({ revision: 2 }).where(eq(releases.id, release.id)),
    ],
    [
      "it was published",
      () => db().update(releases).set({ status: "published" }).where(eq(releases.id, release.id)),
    ],
    ["its sender left the team", () => db().delete(teamMembers).where(eq(teamMembers.userId, member.id))],
  ])("isn't sent again when %s", async (_, change) => {
    await plan(away);
    await change();
    later(minute);
    const { send } = await retry();
    expect(send).not.toHaveBeenCalled();
    expect(await rowOf()).toBeUndefined();
  });

  test("is left to the process that sends it, and sent by another one if that has died", async () => {
    await plan(away);
    later(minute);
    const dying = vi.fn(() => new Promise<void>(() => {}));
    void retry(dying);
    await expect.poll(() => dying.mock.calls.length).toBe(1);
    expect((await retry()).send).not.toHaveBeenCalled();
    later(11 * minute);
    expect((await retry()).send).toHaveBeenCalledTimes(1);
  });

  test("waits for its next attempt when this one fails, and is given up when it is refused", async () => {
    await plan(away);
    later(minute);
    await retry(vi.fn(async () => plan(away).then(() => Promise.reject(away))));
    expect((await rowOf())?.attempts).toBe(2);
    later(60 * minute);
    await retry(vi.fn(() => Promise.reject(new AppError("forbidden", "Verify your address first."))));
    expect(await rowOf()).toBeUndefined();
  });

  test("lists recipients who weren't attempted, and keeps those who have it", async () => {
    const sent = { id: crypto.randomUUID(), releaseId: release.id, revision: 1, channel: "email" as const };
    const row = { ...sent, recipient: "bob@example.com", state: "sent" as const, updatedAt: clock.now };
    await db().insert(releaseDeliveries).values(row);
    await planRetry(member.ctx(), release, [missing(away), missing(away, "Bob@example.com")]);
    const rows = await db()
      .select()
      .from(releaseDeliveries)
      .where(eq(releaseDeliveries.releaseId, release.id));
    expect(rows.map(({ recipient, state }) => [recipient, state]).sort()).toEqual([
      ["ada@example.com", "failed"],
      ["bob@example.com", "sent"],
    ]);
  });
});
