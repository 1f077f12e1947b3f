import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { seedFlags, seedMocks, seedRecords, seedReleases } from "@/db/fixtures/large-lists";
import { expect, test } from "./browser";
import { makeEnvironment, makeGroup } from "./flag-workspace";
import { detail, expectLive, list, openInbox, pathsOf, row, rows, sendTo } from "./inbox";
import { elementsMax, elementsOf, htmlBytesMax, withDatabase } from "./page-bounds";
import { enterProject } from "./workspace";

/** Rows by far exceed the limits of a page if a list shows all of them. */
const sizes = { mocks: 1000, flags: 1000, records: 5000, releases: 500 };

/** Lists with the field that filters them, and something that only one of many rows has. */
const lists = {
  mocks: { path: "mocks", filter: "Filter mocks", found: "Mock 999" },
  flags: { path: "flags", filter: "Filter flags", found: "Flag 999" },
  records: { path: "flags/groups", filter: "Filter records", found: "Record 4999" },
  releases: { path: "releases", filter: "Filter releases", found: "Release 499" },
};

test("pages of a large project stay small, and filters find every row", async ({ page }) => {
  const paths = await seedProject(page);
  for (const [name, { filter, found }] of Object.entries(lists)) {
    await test.step(name, async () => {
      const answer = await page.goto(paths[name as keyof typeof lists]);
      expect((await answer?.body())?.byteLength).toBeLessThan(htmlBytesMax);
      expect(await elementsOf(page)).toBeLessThan(elementsMax);
      const field = page.getByRole("searchbox", { name: filter });
      await field.fill(found);
      await expect(page.getByRole("status").filter({ hasText: /^1 found$/ })).toBeVisible();
      await expect(page.getByText(found, { exact: true }).first()).toBeVisible();
      await field.fill("");
      await expect(page.getByRole("status").filter({ hasText: /0\+? / })).toBeVisible();
      expect(await elementsOf(page)).toBeLessThan(elementsMax);
    });
  }
});

/** A project with many rows, and the addresses of its lists. */
async function seedProject(page: Page) {
  const { project, base } = await enterProject(page);
  for (const name of ["Staging", "Test"]) await makeEnvironment(page, project, name);
  const group = await makeGroup(page, project, { name: "Tenants" });
  await withDatabase(async (db) => {
    await seedMocks(db, project.id, sizes.mocks);
    await seedFlags(db, project.id, sizes.flags);
    await seedRecords(db, { projectId: project.id, groupId: group.id }, sizes.records);
    await seedReleases(db, project.id, sizes.releases, 2000);
  });
  return {
    mocks: `${base}/mocks`,
    flags: `${base}/flags`,
    records: `${base}/flags/groups/${group.id}`,
    releases: `${base}/releases`,
  };
}

const MiB = 1024 * 1024;
const lines = Array.from({ length: 8000 }, (_, at) => ({ sku: at, note: "x".repeat(80), id: randomUUID() }));
const largeBodies = [
  { headers: { "content-type": "application/json" }, body: JSON.stringify(lines).slice(0, MiB) },
  { headers: { "content-type": "text/plain" }, body: "one long line of text ".repeat(MiB / 22) },
  { headers: { "content-type": "application/octet-stream" }, body: Buffer.alloc(MiB, 0xff) },
];

test("shows 1 MiB requests live and in order, and opens and filters them", {
  tag: "@always",
}, async ({ page }) => {
  const { url } = await openInbox(page, { name: "Heavy" });
  await expectLive(page);
  for (let at = 1; at <= 6; at += 1) {
    const { status } = await sendTo(url, { path: `/large-${at}/`, ...largeBodies[at % largeBodies.length] });
    expect(status).toBe(200);
  }
  await expect(rows(page)).toHaveCount(6);
  expect(await pathsOf(page)).toEqual([6, 5, 4, 3, 2, 1].map((at) => `/large-${at}/`));
  for (const at of [4, 5, 6]) {
    await row(page, `/large-${at}/`).click();
    await expect(detail(page)).toContainText(`/large-${at}/`);
  }
  await list(page).getByRole("searchbox").fill("large-2");
  await expect(rows(page)).toHaveCount(1);
  await expectLive(page);
});
