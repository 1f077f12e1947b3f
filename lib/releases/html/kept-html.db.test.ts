import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject } from "@/db/fixtures/rows";
import { releaseHtml, releases } from "@/db/schema/releases";
import { endWorkers } from "@/lib/platform/workers/run-in-worker";
import { insertRelease } from "../fixtures/release";
import type { ReleaseRow } from "../notes/to-release";
import { htmlOf, keepHtml } from "./kept-html";

let close: () => Promise<void>;
let release: ReleaseRow;

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(async () => {
  await endWorkers();
  await close();
});
beforeEach(async () => {
  const { id } = await insertProject();
  release = await insertRelease(id, { content: "# Gift cards", status: "published", revision: 1 });
});

const kept = () => db().select().from(releaseHtml).where(eq(releaseHtml.releaseId, release.id));

async function rewrite(content: string): Promise<ReleaseRow> {
  const changed = { content, revision: release.revision + 1 };
  await db().update(releases).set(changed).where(eq(releases.id, release.id));
  return { ...release, ...changed };
}

test("is made once, however many ask for it", async () => {
  const before = await kept();
  const asked = await Promise.all(Array.from({ length: 30 }, () => htmlOf(db(), release, 1000)));
  expect(before).toEqual([]);
  expect(new Set(asked)).toEqual(new Set(["<h1>Gift cards</h1>\n"]));
  expect(await kept()).toMatchObject([{ revision: 1, bytes: 20 }]);
});

test("is read from where it is kept, and not made again", async () => {
  await keepHtml(db(), release);
  await db().update(releaseHtml).set({ html: "<p>kept</p>" }).where(eq(releaseHtml.releaseId, release.id));
  expect(await htmlOf(db(), release, 1000)).toBe("<p>kept</p>");
});

test("follows the text", async () => {
  await keepHtml(db(), release);
  expect(await htmlOf(db(), await rewrite("# Vouchers"), 1000)).toContain("Vouchers");
  expect(await kept()).toMatchObject([{ revision: 2 }]);
});

test("of a text that has just changed is not kept", async () => {
  const old = release;
  await rewrite("# Vouchers");
  await keepHtml(db(), old);
  expect(await kept()).toEqual([]);
});

test("of another version of the code is made anew", async () => {
  await keepHtml(db(), release);
  const old = { version: 0, html: "<p>old</p>" };
  await db().update(releaseHtml).set(old).where(eq(releaseHtml.releaseId, release.id));
  expect(await htmlOf(db(), release, 1000)).toContain("Gift cards");
});

test("is kept with the labels in it, and not with what only looks like one", async () => {
  const fake = '`**Security:**`\n\n<strong class="label label-security">Security</strong>';
  await htmlOf(db(), await rewrite(`## Fixed\n\n- **New:** cards\n\n${fake}`), 1000);
  expect(await kept()).toMatchObject([{ labels: ["new", "fixed"] }]);
});

test("that is too long for a place is not read", async () => {
  expect(await htmlOf(db(), release, 19)).toBeUndefined();
});
