import { eq, isNotNull } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { auditEntries } from "@/db/schema/audit";
import { users } from "@/db/schema/auth";
import { releases } from "@/db/schema/releases";
import { teamMembers } from "@/db/schema/teams";
import { inMs, insertCrew } from "@/lib/auth/fixtures/caller";
import { AppError } from "@/lib/operations/errors";
import { insertRelease, readRelease } from "@/lib/releases/fixtures/release";
import { handlePublishRelease } from "@/lib/releases/notes/publish-release";
import { handleRegenerateRelease } from "@/lib/releases/notes/regenerate-release";
import { handleUpdateRelease } from "@/lib/releases/notes/update-release";
import { type Publish, publishDueReleases } from "@/lib/releases/schedule/publish-due";
import { handleCancelReleaseSchedule, handleScheduleRelease } from "@/lib/releases/schedule/schedule-release";
import { publishScheduled } from "./scheduled-changes";

await openProcessDatabase();

let crew: Awaited<ReturnType<typeof insertCrew>>;
let id: string;
beforeEach(async () => {
  await db().delete(releases);
  crew = await insertCrew();
  id = (await insertRelease(crew.project.id, { revision: 1 })).id;
});

const place = () => ({ projectId: crew.project.id, releaseId: id });
const schedule = (ms: number, by = crew.member) =>
  by.call(handleScheduleRelease, { ...place(), publishAt: inMs(ms).toISOString() });
const pass = (ms: number, publish: Publish = publishScheduled) =>
  publishDueReleases(db(), () => inMs(ms), publish);
const entries = () => db().select().from(auditEntries).where(eq(auditEntries.projectId, crew.project.id));
const published = async () => (await entries()).filter(({ operation }) => operation === "publishRelease");

test("a release is published at its time and not before, as an edit has left it", async () => {
  expect(await schedule(1000)).toMatchObject({ status: "draft", publishAt: inMs(1000).toISOString() });
  await crew.admin.call(handleUpdateRelease, { ...place(), content: "- Better" });
  expect(await pass(999)).toEqual(inMs(1000));
  expect(await readRelease(id)).toMatchObject({ status: "draft" });
  expect(await pass(1000)).toBeNull();
  expect(await readRelease(id)).toMatchObject({
    ...{ status: "published", publishAt: null, publisherId: null, content: "- Better" },
    publishedAt: inMs(1000),
  });
});

test("its entry in the trail is of whoever scheduled it", async () => {
  await schedule(1000);
  await pass(60_000);
  expect(await published()).toMatchObject([
    { actorKind: "person", actorId: crew.member.id, scheduledChangeId: id, clientAddress: null },
  ]);
});

test("of several that look at once, one publishes it", async () => {
  await schedule(1000);
  await Promise.all([pass(5000), pass(5000), pass(5000)]);
  await pass(60_000);
  expect(await published()).toHaveLength(1);
});

test("many that are late are published in one go", async () => {
  const due = { revision: 1, publishAt: inMs(1), publisherKind: "person", publisherName: "M" } as const;
  for (let n = 0; n < 45; n += 1)
    await insertRelease(crew.project.id, { ...due, publisherId: crew.member.id });
  await pass(5000);
  const left = await db().select({ id: releases.id }).from(releases).where(isNotNull(releases.publishAt));
  expect(left).toEqual([]);
  expect(await published()).toHaveLength(45);
});

describe("nothing is published", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["its time is taken away", () => crew.admin.call(handleCancelReleaseSchedule, place())],
    ["it is written anew", () => crew.member.call(handleRegenerateRelease, place())],
  ])("when %s", async (_, change) => {
    await schedule(1000);
    await change();
    await pass(60_000);
    expect(await readRelease(id)).toMatchObject({ publishAt: null, publishedAt: null });
  });

  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      "has left the team",
      () => db().delete(teamMembers).where(eq(teamMembers.userId, crew.member.id)),
      /is not a member of the project’s team any more/,
    ],
    [
      "has no account",
      () => db().delete(users).where(eq(users.id, crew.member.id)),
      /has no account any more/,
    ],
  ])("when whoever scheduled it %s, and the release says so", async (_, change, message) => {
    await schedule(1000);
    await change();
    await pass(60_000);
    expect(await readRelease(id)).toMatchObject({
      ...{ status: "draft", publishAt: null },
      publishProblem: expect.stringMatching(message),
    });
    await crew.admin.call(handlePublishRelease, place());
    expect(await readRelease(id)).toMatchObject({ status: "published", publishProblem: null });
  });
});

test("what fails for a reason that may pass is tried again, and keeps none of the others", async () => {
  await schedule(1000);
  const other = await insertRelease(crew.project.id, {
    ...{ revision: 1, publishAt: inMs(2000), publisherKind: "person" },
    ...{ publisherId: crew.member.id, publisherName: "M" },
  });
  const broken: Publish = async (ctx, release) => {
    if (release.id === id) throw new AppError("unavailable", "Not now.");
    return publishScheduled(ctx, release);
  };
  const next = await pass(3000, broken);
  expect(next?.getTime()).toBeGreaterThan(inMs(3000).getTime());
  expect(await readRelease(id)).toMatchObject({ status: "draft", publishAt: inMs(1000) });
  expect(await readRelease(other.id)).toMatchObject({ status: "published" });
  await pass(60_000);
  expect(await readRelease(id)).toMatchObject({ status: "published" });
});

test.each<[string, () => Promise<unknown>, string]>([
  ["a time that is over", () => schedule(0), "invalid_request"],
  ["a time years ahead", () => schedule(400 * 86_400_000), "invalid_request"],
  [
    "a published release",
    async () => {
      await crew.member.call(handlePublishRelease, place());
      await schedule(1000);
    },
    "conflict",
  ],
  [
    "one without notes",
    async () => {
      await db().update(releases).set({ revision: 0 });
      await schedule(1000);
    },
    "conflict",
  ],
])("%s is refused", async (_, change, code) => {
  await expect(change()).rejects.toMatchObject({ code });
});
