import { connect, type Db } from "@/db/client";
import { embeddedUrl } from "@/db/embedded/embedded-url";
import { seedFlags, seedMocks, seedRecords, seedReleases } from "@/db/fixtures/large-lists";
import { expect, test } from "./browser";
import { makeEnvironment, makeGroup, makeGroupFlag, makeRecord } from "./flag-workspace";
import { enter, enterProject, makeProject, type Team } from "./workspace";

/** What a page with lists may weigh and hold, however much its project has. */
const htmlBytesMax = 400_000;
const elementsMax = 4000;

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
  test.setTimeout(300_000);
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

test("tables with a column for each environment show four at a time", async ({ page }) => {
  const { project, base } = await enterProject(page);
  const names = Array.from({ length: 19 }, (_, at) => `Region ${at + 1}`);
  for (const name of names) await makeEnvironment(page, project, name);
  await withDatabase((db) => seedFlags(db, project.id, 100));
  const group = await makeGroup(page, project, { name: "Tenants" });
  const keys = Array.from({ length: 20 }, (_, at) => `flag-${at + 1}`);
  for (const key of keys) await makeGroupFlag(page, project, group, { name: key, key });
  const record = await makeRecord(page, project, group, { name: "Acme Inc." });
  const column = (name: string) => page.getByRole("columnheader", { name, exact: true });
  for (const path of [`${base}/flags`, `${base}/flags/groups/${group.id}/records/${record.id}`]) {
    await test.step(path, async () => {
      const answer = await page.goto(path);
      expect((await answer?.body())?.byteLength).toBeLessThan(htmlBytesMax);
      await expect(column("Region 3")).toBeVisible();
      await expect(column("Region 4")).toHaveCount(0);
      expect(await elementsOf(page)).toBeLessThan(elementsMax);
      await page.getByRole("combobox", { name: "Environments" }).click();
      await page.getByRole("option", { name: "Region 16, Region 17, Region 18, Region 19" }).click();
      await expect(column("Region 19")).toBeVisible();
      await expect(column("Production")).toHaveCount(0);
      await page.reload();
      await expect(column("Region 19")).toBeVisible();
      expect(await elementsOf(page)).toBeLessThan(elementsMax);
    });
  }
});

type Browser = Parameters<typeof enter>[0];

/** A project with so many rows, and the addresses of its lists. */
async function seeded(page: Browser, team: Team, slug: string, sizes: Sizes) {
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

/** Rows by the thousand are made in the service's own database. */
async function withDatabase(work: (db: Db) => Promise<void>): Promise<void> {
  const { db, close } = connect(embeddedUrl(process.env.FIELDKIT_DATA_DIR ?? ""));
  await work(db).finally(close);
}

const elementsOf = (page: Browser) => page.evaluate(() => document.querySelectorAll("*").length);

/** The fastest answer of each path, in ms. What else the machine does can only slow an answer down. */
async function fastestMs(page: Browser, paths: [string, string]): Promise<[number, number]> {
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
