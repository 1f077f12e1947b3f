import { expect, expectAccessible, inspect, newAccount, test } from "./browser";
import { asProgram, makeKey } from "./flag-workspace";
import { clipboard } from "./inbox";
import { enter, enterProject, invite, makeProject, makeTeam } from "./workspace";

test("creates, copies, uses, rolls and revokes an API key", { tag: "@always" }, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { project, base } = await enterProject(page);
  await page.goto(`${base}/keys`);
  await inspect(page, "keys-empty");
  const flags = `${new URL(page.url()).origin}/api/projects/${project.referenceId}/flags`;
  const once = page.getByRole("alertdialog", { name: /Copy the key/ });

  await page.getByRole("button", { name: "Create your first key" }).click();
  const dialog = page.getByRole("dialog", { name: "Create API key" });
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription(/Name must not be empty/);
  await dialog.getByLabel("Name").fill("Checkout service");
  await dialog.getByRole("combobox", { name: "Expires" }).click();
  await page.getByRole("option", { name: "In 7 days" }).click();
  await expectAccessible(page, "new key");
  await dialog.getByRole("button", { name: "Create key" }).click();

  await expect(once).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(once.getByText("Copy the key first")).toBeVisible();
  await inspect(page, "key-once");
  await once.getByRole("button", { name: "Copy key" }).click();
  const key = await clipboard(page);
  expect(key).toMatch(/^fk_[0-9A-Za-z]{36}$/);
  await once.getByRole("button", { name: "Done" }).click();
  await expect(once).toBeHidden();
  await expect(page.getByText(key)).toHaveCount(0);

  const row = page.getByRole("row").filter({ hasText: "Checkout service" });
  await expect(row).toContainText(`${key.slice(0, 10)}…`);
  await expect(row).toContainText("expires soon");
  await expect(row).toContainText("never");
  expect(await asProgram(flags, key)).toEqual({ status: 200, body: [] });
  await page.reload();
  await expect(row).toContainText("just now");
  await inspect(page, "keys");

  await page.getByRole("button", { name: "Actions for Checkout service" }).click();
  await page.getByRole("menuitem", { name: "Roll" }).click();
  const roll = page.getByRole("alertdialog", { name: /Roll/ });
  await roll.getByRole("radio", { name: "None" }).check();
  await inspect(page, "key-roll");
  await roll.getByRole("button", { name: "Roll key" }).click();
  await once.getByRole("button", { name: "Copy key" }).click();
  const successor = await clipboard(page);
  await once.getByRole("button", { name: "Done" }).click();
  expect((await asProgram(flags, key)).status).toBe(401);
  expect((await asProgram(flags, successor)).status).toBe(200);

  await page.getByRole("button", { name: "Actions for Checkout service" }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("Key “Checkout service” revoked").first()).toBeVisible();
  expect(await asProgram(flags, successor)).toMatchObject({
    status: 401,
    body: { error: "Invalid or expired API key" },
  });
  await expect(page.getByRole("button", { name: "Actions for Checkout service" })).toHaveCount(0);
});

test("members see project keys and can't change them", async ({ page, browser, baseURL }) => {
  const { team: home } = await enter(page);
  const team = await makeTeam(page, `keys-${home.referenceId}`);
  const project = await makeProject(page, team);
  await makeKey(page, project, "Production");
  const guest = newAccount();
  const { token } = await invite(page, team, guest.email, "member");
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  const there = await elsewhere.newPage();
  await enter(there, guest);
  await there.request.post(`/api/invitations/${token}/accept`);
  await there.goto(`/${team.slug}/${project.slug}/keys`);
  await expect(there.getByRole("cell", { name: "Production" })).toBeVisible();
  await expect(there.getByText(/Only admins of/)).toBeVisible();
  await expect(there.getByRole("button", { name: "Actions for Production" })).toHaveCount(0);
  await inspect(there, "keys-member");
  await elsewhere.close();
});

test("keys are searched, told apart by their state and revoked together", async ({ page }) => {
  const { project, base } = await enterProject(page);
  for (let number = 1; number <= 12; number += 1) {
    await makeKey(page, project, `${number > 8 ? "Retired" : "Working"} ${number}`);
  }
  await page.goto(`${base}/keys`);
  const rows = page.getByRole("table", { name: "API keys" }).getByRole("row");
  await expect(rows).toHaveCount(13);
  await page.getByRole("searchbox", { name: "Filter api keys" }).fill("retired");
  await expect(rows).toHaveCount(5);
  await page.getByRole("checkbox", { name: "Select all rows of this page" }).click();
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("4 keys revoked").first()).toBeVisible();

  await page.getByRole("searchbox", { name: "Filter api keys" }).fill("");
  await expect(rows).toHaveCount(13);
  await page.getByRole("combobox", { name: "Any state" }).click();
  await page.getByRole("option", { name: "Revoked" }).click();
  await expect(rows).toHaveCount(5);
  await page.goBack();
  await expect(rows).toHaveCount(13);
  // Over the API, so that nothing in this page knows of it.
  await makeKey(page, project, "Of somebody else");
  await expect(page.getByRole("cell", { name: /^Of somebody else/ })).toBeVisible();
});
