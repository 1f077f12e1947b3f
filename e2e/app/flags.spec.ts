import type { Page } from "@playwright/test";
import { expect, expectAccessible, inspect, test } from "./browser";
import { copied, makeCopies } from "./copies";
import { asProgram, confirmProduction, makeEnvironment, makeFlag, makeKey } from "./flag-workspace";
import { enterProject, send } from "./workspace";

const guard = (page: Page) => page.getByRole("alertdialog", { name: "Change Production?" });

/** A project with two environments and a key, at the page of its flags. */
async function enterFlags(page: Page) {
  const { project, base } = await enterProject(page);
  const staging = await makeEnvironment(page, project, "Staging");
  const { key } = await makeKey(page, project);
  const check = (flagKey: string, query = "") =>
    asProgram(
      new URL(
        `/api/projects/${project.referenceId}/flags/check/${flagKey}${query}`,
        new URL(page.url()).origin,
      ).href,
      key,
    );
  await page.goto(`${base}/flags`);
  return { project, base, staging, check };
}

test("creates a flag in all environments, toggles and undoes it, and confirms once in production", {
  tag: "@always",
}, async ({ page }) => {
  const { check } = await enterFlags(page);
  await inspect(page, "flags-empty");
  await page.getByRole("button", { name: "Create your first flag" }).click();
  const dialog = page.getByRole("dialog", { name: "New flag" });
  await dialog.getByLabel("Name", { exact: true }).fill("New checkout");
  await expect(dialog.getByLabel("Key")).toHaveValue("new-checkout");
  await expectAccessible(page, "new flag");
  await dialog.getByRole("button", { name: "Create flag" }).click();
  await expect(page.getByText("Flag “New checkout” created").first()).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "New checkout", exact: true })).toBeVisible();

  const staging = page.getByRole("switch", { name: "New checkout in Staging" });
  await staging.click();
  await expect(staging).toBeChecked();
  await expect(page.getByText("“New checkout” is on in Staging").first()).toBeVisible();
  await expect.poll(async () => (await check("new-checkout", "?env=staging")).body.enabled).toBe(true);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(staging).not.toBeChecked();
  await expect.poll(async () => (await check("new-checkout", "?env=staging")).body.enabled).toBe(false);

  const production = page.getByRole("switch", { name: "New checkout in Production" });
  await production.click();
  await expect(guard(page)).toBeVisible();
  await inspect(page, "flags-production");
  await page.keyboard.press("Escape");
  await expect(production).not.toBeChecked();
  expect((await check("new-checkout")).body.enabled).toBe(false);
  await production.click();
  await confirmProduction(page);
  await expect(production).toBeChecked();
  await expect.poll(async () => (await check("new-checkout")).body.enabled).toBe(true);
  await production.click();
  await expect(production).not.toBeChecked();
  await expect(guard(page)).toBeHidden();
  await expect.poll(async () => (await check("new-checkout")).body.enabled).toBe(false);
});

test("reverts a toggle that the server rejects and shows the reason", { tag: "@always" }, async ({
  page,
}) => {
  const { project, base } = await enterFlags(page);
  await makeFlag(page, project, { name: "Fragile", environmentKey: "staging" });
  await page.goto(`${base}/flags`);
  await page.route("**/api/projects/*/flags/*", (route) =>
    route.fulfill({ status: 503, json: { error: "The database cannot be reached", code: "unavailable" } }),
  );
  const fragile = page.getByRole("switch", { name: "Fragile in Staging" });
  await fragile.click();
  await expect(page.getByText("“Fragile” could not be switched on in Staging").first()).toBeVisible();
  await expect(page.getByText("The database cannot be reached").first()).toBeVisible();
  await expect(fragile).not.toBeChecked();
});

test("a rollout is set by slider or number, and shows who gets the flag and why", async ({ page }) => {
  const { project, base, check } = await enterFlags(page);
  await makeFlag(page, project, { name: "Checkout", enabled: true, environmentKey: "staging" });
  await page.goto(`${base}/flags`);
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "Checkout", exact: true });
  await panel.getByLabel("Who gets it?").fill("tenant-1");
  await panel.getByLabel("Rollout in Staging in percent").fill("16");
  await expect(panel.getByRole("status").filter({ hasText: "tenant-1" })).toHaveText(
    /Off\s*tenant-1 is in bucket 16\.79, not below 16/,
  );
  const slider = panel.getByRole("slider", { name: "Rollout in Staging" });
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await expect(panel.getByRole("status").filter({ hasText: "tenant-1" })).toHaveText(
    /On\s*tenant-1 is in bucket 16\.79, below 17/,
  );
  await inspect(page, "flag-panel");
  await page.keyboard.press("Control+Enter");
  await expect(panel).toBeHidden();
  await expect(page.getByText("17 %").first()).toBeVisible();
  const answer = async (subject: string) =>
    (await check("checkout", `?env=staging&targetingKey=${subject}`)).body;
  expect(await answer("tenant-1")).toMatchObject({ enabled: true, rollout: 17 });
  expect(await answer("tenant-2")).toMatchObject({ enabled: false, rollout: 17 });
});

test("looking up who gets a flag is no change, leaving a change behind asks first", async ({ page }) => {
  const { project, base } = await enterFlags(page);
  await makeFlag(page, project, { name: "Checkout" });
  await page.goto(`${base}/flags`);
  const open = page.getByRole("button", { name: "Checkout", exact: true });
  const panel = page.getByRole("dialog", { name: "Checkout", exact: true });
  await open.click();
  await panel.getByLabel("Who gets it?").fill("tenant-1");
  await panel.getByRole("button", { name: "Cancel" }).click();
  await expect(panel).toBeHidden();
  await open.click();
  await panel.getByLabel("Name", { exact: true }).fill("Renamed");
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await expect(page).toHaveURL(/[?&]flag=/);
  await page.goBack();
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(panel.getByLabel("Name", { exact: true })).toHaveValue("Renamed");
  await panel.getByRole("button", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(panel).toBeHidden();
});

test("many flags can be filtered, and one can be deleted everywhere", async ({ page }) => {
  const { project, base, check } = await enterFlags(page);
  for (let index = 1; index <= 9; index += 1) {
    await makeFlag(page, project, { name: `Flag ${index}`, rollout: index * 10, enabled: index % 2 === 0 });
  }
  await makeFlag(page, project, { name: "Flag 2", environmentKey: "staging" });
  await page.goto(`${base}/flags`);
  await inspect(page, "flags");
  await page.getByRole("searchbox", { name: "Filter flags" }).fill("flag 2");
  await expect(page.getByRole("status").filter({ hasText: "1 found" })).toBeVisible();
  await page.getByRole("button", { name: "Actions for Flag 2" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Production and Staging");
  await dialog.getByRole("textbox").fill("flag-2");
  await dialog.getByRole("button", { name: "Delete flag" }).click();
  await expect(page.getByText("“Flag 2” deleted").first()).toBeVisible();
  expect((await check("flag-2")).status).toBe(404);
  expect((await check("flag-2", "?env=staging")).status).toBe(404);
});

test("environments can be made and renamed, and are columns of the flags then", async ({ page }) => {
  const { project, base } = await enterFlags(page);
  await makeFlag(page, project, { name: "Checkout" });
  await page.goto(`${base}/flags/environments`);
  await inspect(page, "environments");
  await page.getByRole("button", { name: "New environment" }).click();
  const dialog = page.getByRole("dialog", { name: "New environment" });
  await dialog.getByLabel("Name", { exact: true }).fill("Preview (EU)");
  await expect(dialog.getByLabel("Key")).toHaveValue("preview-eu");
  await dialog.getByRole("button", { name: "Create environment" }).click();
  await expect(page.getByRole("cell", { name: "Preview (EU)", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Global flags" }).click();
  await page.getByRole("button", { name: "Add Checkout to Preview (EU)" }).click();
  await expect(page.getByRole("switch", { name: "Checkout in Preview (EU)" })).not.toBeChecked();
});

test("the flag panel keeps other people's changes and asks about conflicts", { tag: "@always" }, async ({
  page,
}) => {
  const { project, base } = await enterFlags(page);
  const flag = await makeFlag(page, project, { name: "Checkout", environmentKey: "staging" });
  const path = `/api/projects/${project.referenceId}/flags/${flag.id}`;
  // By the address alone, as a link of somebody else's leads here.
  await page.goto(`${base}/flags?flag=checkout`);
  const panel = page.getByRole("dialog", { name: "Checkout", exact: true });
  const rollout = panel.getByLabel("Rollout in Staging in percent");
  await rollout.fill("30");
  await send(page, "PUT", path, { enabled: true, rollout: 70 });
  await expect(panel.getByRole("switch", { name: "On in Staging" })).toBeChecked();
  await expect(panel.getByText("Rollout in Staging was changed meanwhile by somebody else")).toBeVisible();
  await expect(rollout).toHaveValue("30");
  await panel.getByRole("button", { name: "Save changes" }).click();
  const conflict = page.getByRole("dialog", { name: "Somebody else changed this too" });
  await expect(conflict).toContainText("70 %");
  await inspect(page, "flag-conflict");
  await conflict.getByRole("radio", { name: "Keep mine" }).check();
  await conflict.getByRole("button", { name: "Save" }).click();
  await expect(panel).toBeHidden();
  expect(await send(page, "GET", path)).toMatchObject({ enabled: true, rollout: 30 });
});

test("shows another person's toggle live and keeps an open menu open", {
  tag: "@always",
}, async ({ page }) => {
  const { project, base } = await enterFlags(page);
  const flag = await makeFlag(page, project, { name: "Checkout" });
  await page.goto(`${base}/flags`);
  await page.getByRole("button", { name: "Actions for Checkout" }).click();
  await send(page, "PUT", `/api/projects/${project.referenceId}/flags/${flag.id}`, { enabled: true });
  await expect(
    page.getByRole("switch", { name: "Checkout in Production", includeHidden: true }),
  ).toBeChecked();
  await expect(page.getByRole("menuitem", { name: "Copy key" })).toBeVisible();
});

test("many flags come in pages, sorted and found on the server, with their place in the address", async ({
  page,
}) => {
  const { project, base } = await enterFlags(page);
  const first = await makeFlag(page, project, { name: "Flag 00", key: "flag-00" });
  await makeCopies("flags", first, 60, {
    ...{ id: copied.ksuid, salt: copied.ksuid },
    ...{ name: copied.numbered("Flag ", 2), key: copied.numbered("flag-", 2) },
  });
  await page.goto(`${base}/flags`);
  const name = (number: string) => page.getByRole("button", { name: `Flag ${number}`, exact: true });
  await expect(page.getByRole("row")).toHaveCount(51);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(name("60")).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(12);
  await page.goBack();
  await expect(name("01")).toBeVisible();
  await page.getByRole("button", { name: "Key", exact: true }).click();
  await page.getByRole("button", { name: "Key", exact: true }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("Flag 60");
  await page.getByRole("searchbox", { name: "Filter flags" }).fill("5");
  await expect(page.getByRole("status").filter({ hasText: "15 found" })).toBeVisible();
  await expect(page).toHaveURL(/[?&]q=5/);
  await page.reload();
  await expect(page.getByRole("row").nth(1)).toContainText("Flag 59");
  await expect(page.getByRole("row")).toHaveCount(16);
  await name("59").click();
  await expect(page.getByRole("dialog", { name: "Flag 59" })).toBeVisible();
  await expect(page).toHaveURL(/[?&]flag=/);
  await page.goBack();
  await expect(page.getByRole("dialog", { name: "Flag 59" })).toBeHidden();
  await expect(page.getByRole("searchbox", { name: "Filter flags" })).toHaveValue("5");
});

test("several flags are switched and deleted at once, in all environments", async ({ page }) => {
  const { project, base, check } = await enterFlags(page);
  for (const name of ["One", "Two", "Three"]) await makeFlag(page, project, { name });
  await makeFlag(page, project, { name: "Two", environmentKey: "staging" });
  await page.goto(`${base}/flags`);
  await page.getByRole("checkbox", { name: "Select One" }).check();
  await page.getByRole("checkbox", { name: "Select Two" }).check();
  const bar = page.getByRole("toolbar", { name: "Selected rows" });
  const question = page.getByRole("alertdialog");
  await bar.getByRole("button", { name: "Switch on" }).click();
  await expect(question).toContainText("Production and Staging");
  await inspect(page, "flags-bulk");
  await question.getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByText("2 flags switched on").first()).toBeVisible();
  await expect(page.getByRole("switch", { checked: true })).toHaveCount(3);
  expect((await check("two", "?env=staging")).body.enabled).toBe(true);
  await page.getByRole("checkbox", { name: "Select all rows of this page" }).check();
  await page.getByRole("checkbox", { name: "Select Three" }).uncheck();
  await bar.getByRole("button", { name: "Delete" }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("2 flags deleted").first()).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(2);
  expect((await check("two", "?env=staging")).status).toBe(404);
  expect((await check("three")).status).toBe(200);
});
