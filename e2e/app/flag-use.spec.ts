import { and, eq } from "drizzle-orm";
import { flags } from "@/db/schema/flags";
import { expect, expectAccessible, inspect, test } from "./browser";
import { asProgram, makeFlag, makeKey } from "./flag-workspace";
import { withDatabase } from "./page-bounds";
import { enterProject } from "./workspace";

const dayMs = 24 * 60 * 60 * 1000;

test("a flag shows whose it is and how often it was asked for, and those that nobody asks for are listed", async ({
  page,
}) => {
  const { project, base } = await enterProject(page);
  const { key } = await makeKey(page, project);
  await makeFlag(page, project, { name: "New checkout", key: "new-checkout", enabled: true });
  await makeFlag(page, project, { name: "Old banner", key: "old-banner", enabled: true, rollout: 50 });
  await page.goto(`${base}/flags/stale`);
  await expect(page.getByRole("heading", { name: "No stale flags" })).toBeVisible();
  await inspect(page, "flags-stale-empty");

  const check = `/api/projects/${project.referenceId}/flags/check/new-checkout`;
  for (const query of ["", "?targetingKey=a", "?targetingKey=b"]) {
    const { status } = await asProgram(new URL(check + query, page.url()).href, key);
    expect(status).toBe(200);
  }
  await page.goto(`${base}/flags?flag=new-checkout`);
  const panel = page.getByRole("dialog", { name: "New checkout" });
  await panel.getByLabel("Description").fill("Switches to the one-page checkout");
  await panel.getByLabel("Tags").fill("payments,");
  await panel.getByRole("combobox", { name: "Owner" }).click();
  await page.getByRole("option").nth(1).click();
  await expectAccessible(page, "a described flag");
  await panel.getByRole("button", { name: "Save" }).click();
  const question = page.getByRole("alertdialog", { name: "Change Production?" });
  await expect(panel.or(question).first()).toBeVisible();
  if (await question.isVisible()) await question.getByRole("button", { name: "Change it" }).click();
  await expect(page.getByText("“New checkout” saved").first()).toBeVisible();
  await expect(page.getByRole("list", { name: "Tags" }).getByText("payments")).toBeVisible();

  await page.getByRole("button", { name: "New checkout", exact: true }).click();
  await expect(panel.getByLabel("Description")).toHaveValue("Switches to the one-page checkout");
  await panel.getByRole("tab", { name: "Usage" }).click();
  await expect(panel.getByText(/^Last evaluated/)).toBeVisible();
  await expect(panel.getByText("3 evaluations in the last 24 hours")).toBeVisible();
  await panel.getByRole("button", { name: "30 days" }).click();
  await expect(panel.getByText("3 evaluations in the last 30 days")).toBeVisible();
  await inspect(page, "flag-use");

  const old = new Date(Date.now() - 40 * dayMs);
  await withDatabase(async (db) => {
    const isOld = and(eq(flags.projectId, project.id), eq(flags.key, "old-banner"));
    await db.update(flags).set({ createdAt: old, countedSince: old }).where(isOld);
  });
  await page.goto(`${base}/flags/stale`);
  const row = page.getByRole("row", { name: /Old banner/ });
  await expect(row.getByText("Not evaluated", { exact: true })).toBeVisible();
  await expect(row.getByRole("button", { name: "Copy search term" })).toBeVisible();
  await inspect(page, "flags-stale");
  await row.getByRole("link", { name: "Old banner" }).click();
  await expect(page.getByRole("dialog", { name: "Old banner" })).toBeVisible();
});
