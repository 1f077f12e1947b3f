import type { Page } from "@playwright/test";
import { expect, inspect, test } from "./browser";
import { asProgram, makeEnvironment, makeFlag, makeKey } from "./flag-workspace";
import { enterProject, type Project, send } from "./workspace";

const rowOf = (page: Page, name: RegExp) => page.getByRole("row", { name });

/** Flags that differ in every way between Staging and Production, and one that does not. */
async function makeDifferences(page: Page, project: Project) {
  const inStaging = { environmentKey: "staging" };
  const text = { type: "string", onValue: "one page", offValue: "three steps" };
  await makeFlag(page, project, { name: "Banner", key: "banner" });
  await makeFlag(page, project, { ...{ name: "Banner", key: "banner" }, ...inStaging });
  const checkout = { name: "New checkout", key: "new-checkout" };
  await makeFlag(page, project, { ...checkout, ...text, onValue: "two pages" });
  await makeFlag(page, project, { ...checkout, ...text, ...inStaging, enabled: true, rollout: 25 });
  await makeFlag(page, project, { name: "Gift cards", key: "gift-cards", enabled: true, ...inStaging });
  await makeFlag(page, project, { name: "Old search", key: "old-search" });
  await makeFlag(page, project, { name: "Limit", key: "limit" });
  const number = { type: "number", onValue: 5, offValue: 1 };
  await makeFlag(page, project, { name: "Limit", key: "limit", ...number, ...inStaging });
}

test("two environments are compared, and flags promoted from one to the other after a look at what changes", async ({
  page,
}) => {
  const { project, base } = await enterProject(page);
  await page.goto(`${base}/flags/compare`);
  await expect(page.getByRole("heading", { name: "One environment only" })).toBeVisible();
  await inspect(page, "compare-alone");
  await makeEnvironment(page, project, "Staging");
  await makeDifferences(page, project);
  const { key } = await makeKey(page, project);
  const check = `/api/projects/${project.referenceId}/flags/check/gift-cards`;
  const asked = () => asProgram(new URL(check, page.url()).href, key);
  expect((await asked()).status).toBe(404);

  await page.goto(`${base}/flags`);
  await page.getByRole("link", { name: "Compare" }).click();
  await expect(page.getByRole("combobox", { name: "From" })).toHaveText(/Staging/);
  await expect(page.getByRole("combobox", { name: "To" })).toHaveText(/Production/);
  await expect(rowOf(page, /New checkout/)).toContainText("Different");
  await expect(rowOf(page, /New checkout/).getByText("differs:")).toHaveCount(6);
  await expect(rowOf(page, /Gift cards/)).toContainText("Only Staging");
  await expect(rowOf(page, /Old search/)).toContainText("Only Production");
  await expect(rowOf(page, /Banner/)).toBeHidden();
  await inspect(page, "compare");
  await page.getByRole("button", { name: "All flags" }).click();
  await expect(rowOf(page, /Banner/)).toContainText("Same");
  await page.getByRole("button", { name: "Only differences" }).click();
  await expect(rowOf(page, /Banner/)).toBeHidden();

  for (const name of ["New checkout", "Gift cards", "Limit"])
    await page.getByRole("checkbox", { name: `Select ${name}` }).click();
  await page.getByRole("button", { name: "Promote to Production" }).click();
  const dialog = page.getByRole("dialog", { name: "Promote to Production" });
  await expect(dialog.getByRole("status")).toHaveText("1 changes, 1 is new, 1 can’t be promoted.");
  await expect(dialog.getByText(/^Its type is number in Staging and boolean in Production/)).toBeVisible();
  await inspect(page, "promote");

  // Somebody else is faster: nothing is written, and what would happen now is shown.
  const found = await send<{ id: string; key: string }[]>(
    page,
    "GET",
    `/api/projects/${project.referenceId}/flags?q=new-checkout`,
  );
  await send(page, "PUT", `/api/projects/${project.referenceId}/flags/${found[0]?.id}`, { rollout: 10 });
  await dialog.getByRole("button", { name: "Promote 2 flags" }).click();
  await expect(dialog.getByText("Somebody changed these flags meanwhile")).toBeVisible();
  expect((await asked()).status).toBe(404);
  await expect(dialog.getByText("10 %")).toBeVisible();
  await dialog.getByRole("button", { name: "Promote 2 flags" }).click();
  await expect(page.getByText("2 flags promoted to Production").first()).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, /Gift cards/)).toBeHidden();
  await expect(rowOf(page, /Limit/)).toBeVisible();
  expect((await asked()).body).toMatchObject({ enabled: true });

  await page.goto(`${base}/flags`);
  await expect(page.getByRole("switch", { name: "New checkout in Production" })).toBeChecked();
});

test("the two are in the address, and are swapped by a key", async ({ page }) => {
  const { project, base } = await enterProject(page);
  for (const name of ["Staging", "Dev"]) await makeEnvironment(page, project, name);
  await page.goto(`${base}/flags/compare?from=staging&to=dev`);
  await expect(page.getByRole("heading", { name: "No differences" })).toBeVisible();
  await page.getByRole("button", { name: "Swap the two environments" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/from=dev&to=staging/);
  await expect(page.getByRole("combobox", { name: "From" })).toHaveText(/Dev/);
  await page.getByRole("combobox", { name: "To" }).click();
  await page.getByRole("option", { name: "Production" }).click();
  await expect(page).toHaveURL(/to=production/);
  await page.goBack();
  await expect(page).toHaveURL(/to=staging/);
});

test("an environment is copied, and compared with what it is a copy of", async ({ page }) => {
  const { project, base } = await enterProject(page);
  await makeFlag(page, project, { name: "Banner", key: "banner", enabled: true });
  await page.goto(`${base}/flags/environments`);
  await page.getByRole("button", { name: "Actions for Production" }).click();
  await expect(page.getByRole("menuitem", { name: "Compare" })).toBeHidden();
  await page.getByRole("menuitem", { name: "Copy" }).click();
  const dialog = page.getByRole("dialog", { name: "Copy “Production”" });
  await dialog.getByLabel("Name").fill("Staging");
  await expect(dialog.getByLabel("Key")).toHaveValue("staging");
  await inspect(page, "copy-environment");
  await dialog.getByRole("button", { name: "Create copy" }).click();
  await expect(page.getByText("Environment “Staging” created as a copy of Production").first()).toBeVisible();
  await page.getByRole("button", { name: "Actions for Staging" }).click();
  await page.getByRole("menuitem", { name: "Compare" }).click();
  await expect(page.getByRole("heading", { name: "No differences" })).toBeVisible();
  await page.getByRole("button", { name: "Show all flags" }).click();
  await expect(rowOf(page, /Banner/)).toContainText("Same");
});
