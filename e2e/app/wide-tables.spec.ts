import { seedFlags } from "@/db/fixtures/large-lists";
import { expect, test } from "./browser";
import { makeEnvironment, makeGroup, makeGroupFlag, makeRecord } from "./flag-workspace";
import { elementsMax, elementsOf, htmlBytesMax, withDatabase } from "./page-bounds";
import { enterProject } from "./workspace";

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
