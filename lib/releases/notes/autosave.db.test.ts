import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { releaseDeliveries, releases } from "@/db/schema/releases";
import { clock, insertCrew } from "@/lib/auth/fixtures/caller";
import { insertRelease, readRelease, revisionsOf } from "../fixtures/release";
import { sessionMs } from "./autosaved";
import { handlePublishRelease } from "./publish-release";
import { handleUnpublishRelease } from "./unpublish-release";
import { handleUpdateRelease } from "./update-release";

let close: () => Promise<void>;
let crew: Awaited<ReturnType<typeof insertCrew>>;
let id: string;
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
  id = (await insertRelease(crew.project.id)).id;
});
afterEach(() => at(0));

const place = () => ({ projectId: crew.project.id, releaseId: id });
const save = (content: string, autosave = true, by = crew.member) =>
  by.call(handleUpdateRelease, { ...place(), content, autosave });
const history = async () => (await revisionsOf(id)).map(({ content }) => content);

test("what saves itself within ten minutes is one revision, whose number goes on", async () => {
  for (const text of ["a", "ab", "abc"]) await save(text);
  expect(await history()).toEqual(["abc"]);
  expect(await readRelease(id)).toMatchObject({ content: "abc", revision: 3 });
});

test.each<[string, () => Promise<unknown>, string[]]>([
  ["somebody else writes", () => save("b", true, crew.admin), ["a", "b"]],
  ["it is saved by hand", () => save("b", false), ["a", "b"]],
  [
    "ten minutes are over",
    async () => {
      at(sessionMs);
      await save("b");
    },
    ["a", "b"],
  ],
  [
    "it was sent",
    async () => {
      const sent = { releaseId: id, revision: 1, channel: "email", recipient: "a@example.com" } as const;
      await db()
        .insert(releaseDeliveries)
        .values({ ...sent, id: crypto.randomUUID(), state: "sent", updatedAt: clock.now });
      await save("b");
    },
    ["a", "b"],
  ],
  [
    "it was published and taken back",
    async () => {
      await crew.member.call(handlePublishRelease, place());
      await crew.member.call(handleUnpublishRelease, place());
      await save("b");
    },
    ["a", "b"],
  ],
])("a revision of its own begins when %s", async (_, next, expected) => {
  await save("a");
  await next();
  expect(await history()).toEqual(expected);
});

test("ten minutes count from the first save, so that whoever writes all day has steps to go back to", async () => {
  for (let minute = 0; minute < 25; minute += 1) {
    at(minute * 60_000);
    await save(`minute ${minute}`);
  }
  expect(await history()).toEqual(["minute 9", "minute 19", "minute 24"]);
});

test("what everybody sees does not save itself", async () => {
  await crew.member.call(handlePublishRelease, place());
  await expect(save("half a thought")).rejects.toMatchObject({ code: "conflict" });
  expect(await readRelease(id)).toMatchObject({ content: "- Gift cards" });
});

test("of two who save at once, the newest revision is what the release says", async () => {
  await save("a");
  await Promise.allSettled([save("mine"), save("theirs", true, crew.admin)]);
  expect((await history()).at(-1)).toBe((await readRelease(id))?.content);
});
