import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { releases } from "@/db/schema/releases";
import { clock, inMs, insertCrew } from "@/lib/auth/fixtures/caller";
import { handleSendReleaseByEmail, handleSendReleaseToSlack } from "../delivery/send-release";
import { insertRelease, insertWaiting, readRelease, revisionsOf } from "../fixtures/release";
import { claim, heartbeat, waitingMs } from "../jobs/lease";
import { handleGetRelease } from "./get-release";
import { handleListReleases } from "./list-releases";
import { handlePublishRelease } from "./publish-release";
import { handleRegenerateRelease } from "./regenerate-release";
import { handleUpdateRelease } from "./update-release";

let close: () => Promise<void>;
let crew: Awaited<ReturnType<typeof insertCrew>>;
const start = clock.now;
const at = (ms: number) => {
  clock.now = new Date(start.getTime() + ms);
};

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  await db().delete(releases);
  crew = await insertCrew();
});
afterEach(() => at(0));

const place = (releaseId: string) => ({ projectId: crew.project.id, releaseId });
const update = (id: string, fields: { title?: string; content?: string }, by = crew.member) =>
  by.call(handleUpdateRelease, { ...place(id), ...fields });
const publish = (id: string) => crew.member.call(handlePublishRelease, place(id));
const regenerate = (id: string) => crew.member.call(handleRegenerateRelease, place(id));
const get = (id: string) => crew.member.call(handleGetRelease, place(id));

describe("while the notes are written", () => {
  test.each<[string, (id: string) => Promise<unknown>]>([
    ["an edit", (id) => update(id, { title: "Mine" })],
    ["publishing", publish],
    ["writing anew", regenerate],
    ["sending it to Slack", (id) => crew.member.call(handleSendReleaseToSlack, place(id))],
    ["sending it by mail", (id) => crew.member.call(handleSendReleaseByEmail, place(id))],
  ])("%s is refused and changes nothing", async (_, change) => {
    const release = await insertWaiting(crew.project.id);
    await expect(change(release.id)).rejects.toMatchObject({
      code: "conflict",
      message: "The notes are still being written. Wait until the release is a draft.",
    });
    expect(await readRelease(release.id)).toEqual(release);
    expect(await revisionsOf(release.id)).toEqual([]);
  });
});

describe("at its deadline", () => {
  const reads: [string, (id: string) => Promise<unknown>][] = [
    ["reading it", get],
    ["listing it", () => crew.member.call(handleListReleases, { projectId: crew.project.id })],
  ];

  test.each(reads)("%s ends the generation, and not a moment before", async (_, read) => {
    const { id } = await insertWaiting(crew.project.id, { deadlineAt: inMs(1000) });
    const job = await claim(db(), clock.now);
    at(999);
    await read(id);
    expect((await readRelease(id))?.status).toBe("processing");
    at(1000);
    await read(id);
    expect(await readRelease(id)).toMatchObject({
      ...{ status: "draft", content: "- Gift cards", leaseToken: null },
      errorMessage: "Writing the notes took too long. Try again, or choose a shorter range.",
    });
    expect(job && (await heartbeat(db(), job, clock.now))).toBe(false);
  });

  test("an edit finds a draft", async () => {
    const { id } = await insertWaiting(crew.project.id, { deadlineAt: inMs(0) });
    expect(await update(id, { title: "Mine" })).toMatchObject({ status: "draft", title: "Mine" });
  });
});

describe("a revision", () => {
  const numbers = async (id: string) => (await revisionsOf(id)).map(({ number }) => number);

  test("is made of each edit that changes the text, and of no other", async () => {
    const { id, updatedAt } = await insertRelease(crew.project.id);
    for (const fields of [{}, { title: "January" }, { title: "January", content: "- Gift cards" }]) {
      await update(id, fields);
    }
    expect([await numbers(id), (await readRelease(id))?.updatedAt]).toEqual([[], updatedAt]);
    await update(id, { title: "Winter" });
    await update(id, { content: "- Gifts" }, crew.admin);
    await update(id, { content: "- Gifts" });
    expect(await numbers(id)).toEqual([1, 2]);
    expect(await revisionsOf(id)).toMatchObject([
      { title: "Winter", content: "- Gift cards", origin: "edited", author: "Ada" },
      { title: "Winter", content: "- Gifts" },
    ]);
    expect((await readRelease(id))?.revision).toBe(2);
  });

  test("has the name of a person, and none of a key", async () => {
    const { id } = await insertRelease(crew.project.id);
    await crew.key.call(handleUpdateRelease, { ...place(id), title: "By a key" });
    expect(await revisionsOf(id)).toMatchObject([{ author: null }]);
  });

  test("is made of each of many edits at once", async () => {
    const { id } = await insertRelease(crew.project.id);
    await Promise.all(Array.from({ length: 8 }, (_, count) => update(id, { title: `Edit ${count}` })));
    expect(await numbers(id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe("publishing", () => {
  test("has its moment, which repeats and edits keep", async () => {
    const { id } = await insertRelease(crew.project.id);
    const publishedAt = clock.now.toISOString();
    expect(await publish(id)).toMatchObject({ status: "published", publishedAt });
    at(1000);
    expect(await publish(id)).toMatchObject({ status: "published", publishedAt });
    const edited = { status: "published", publishedAt, title: "Better" };
    expect(await update(id, { title: "Better" })).toMatchObject(edited);
    expect(await revisionsOf(id)).toHaveLength(1);
  });

  test("is for good: nothing is written anew over it", async () => {
    const { id } = await insertRelease(crew.project.id);
    await publish(id);
    await expect(regenerate(id)).rejects.toMatchObject({ code: "conflict" });
    expect(await get(id)).toMatchObject({ status: "published" });
  });
});

test("writing anew starts from the first try, with a deadline of its own", async () => {
  const { id } = await insertRelease(crew.project.id, {
    attempt: 3,
    errorMessage: "Away.",
    deadlineAt: inMs(-1),
  });
  expect(await regenerate(id)).toMatchObject({ status: "processing", errorMessage: null });
  expect(await readRelease(id)).toMatchObject({ attempt: 0, deadlineAt: inMs(waitingMs), leaseToken: null });
});

test("another project's release is not found", async () => {
  const { id } = await insertRelease((await insertCrew()).project.id);
  for (const change of [get, publish, regenerate, (of: string) => update(of, { title: "Mine" })]) {
    await expect(change(id)).rejects.toMatchObject({ code: "not_found", message: "Release not found" });
  }
});
