import type { Page } from "@playwright/test";
import { seedFlags, seedMocks, seedRecords, seedReleases } from "@/db/fixtures/large-lists";
import { expect, test } from "./browser";
import { makeEnvironment, makeGroup } from "./flag-workspace";
import { elementsMax, elementsOf, htmlBytesMax, withDatabase } from "./page-bounds";
import { enter, makeProject, type Team } from "./workspace";

type Sizes = { mocks: number; flags: number; records: number; releases: number };
const large: Sizes = { mocks: 10_000, flags: 5000, records: 100_000, releases: 1000 };
const small: Sizes = { mocks: 10, flags: 10, records: 10, releases: 10 };

/** Lists with the field that filters them, and something that only one of many rows has. */
const lists = {
  mocks: { path: "mocks", filter: "Filter mocks", found: "Mock 9999" },
  flags: { path: "flags", filter: "Filter flags", found: "Flag 4999" },
  records: { path: "flags/groups", filter: "Filter records", found: "Record 99999" },
  releases: { path: "releases", filter: "Filter releases", found: "Release 999" },
};

test("pages of a large project weigh what those of a small one do", async ({ page }) => {
  const { team } = await enter(page);
  const pages = {
    small: await test.step("seed ten rows", () => seeded(page, team, "small", small)),
    large: await test.step("seed many rows", () => seeded(page, team, "large", large)),
  };
  for (const [name, { filter, found }] of Object.entries(lists)) {
    const path = pages.large[name as keyof typeof lists];
    await test.step(name, async () => {
      const answer = await page.goto(path);
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
    await test.step(`${name} take the server as long as ten`, async () => {
      const [few, many] = await fastestMs(page, [pages.small[name as keyof typeof lists], path]);
      test
        .info()
        .annotations.push({ type: name, description: `${few} ms with ten rows, ${many} ms with many` });
      expect(many / few).toBeLessThan(5);
    });
  }
});

/** A project with so many rows, and the addresses of its lists. */
async function seeded(page: Page, team: Team, slug: string, sizes: Sizes) {
  const project = await makeProject(page, team, { name: slug, slug });
  for (const name of ["Staging", "Test"]) await makeEnvironment(page, project, name);
  const group = await makeGroup(page, project, { name: "Tenants" });
  await withDatabase(async (db) => {
    await seedMocks(db, project.id, sizes.mocks);
    await seedFlags(db, project.id, sizes.flags);
    await seedRecords(db, { projectId: project.id, groupId: group.id }, sizes.records);
    await seedReleases(db, project.id, sizes.releases, 2000);
  });
  const base = `/${team.slug}/${slug}`;
  return {
    mocks: `${base}/mocks`,
    flags: `${base}/flags`,
    records: `${base}/flags/groups/${group.id}`,
    releases: `${base}/releases`,
  };
}

/** The fastest answer of each path, in ms. What else the machine does can only slow an answer down. */
async function fastestMs(page: Page, paths: [string, string]): Promise<[number, number]> {
  const fastest: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 7; round += 1) {
    for (const [at, path] of paths.entries()) {
      const began = performance.now();
      expect((await page.request.get(path)).status()).toBe(200);
      fastest[at] = Math.min(fastest[at] ?? 0, Math.round(performance.now() - began));
    }
  }
  return fastest;
}
