import { expect, newAccount, test } from "./browser";
import { enter, enterProject, invite, makeProject, makeTeam } from "./workspace";

test("a project can be renamed, and is called so everywhere at once", async ({ page }) => {
  const { base } = await enterProject(page);
  await page.goto(`${base}/settings`);
  await page.getByLabel("Name", { exact: true }).fill("Tea · 茶");
  await page.getByLabel("Description").fill("All about leaves");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Project saved").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Project: Tea · 茶/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await page.reload();
  await expect(page.getByLabel("Description")).toHaveValue("All about leaves");
});

test("the identifiers are those of the API, and are copied whole", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { project, base } = await enterProject(page);
  await page.goto(`${base}/settings`);
  for (const [name, value] of [
    ["Project ID", project.referenceId],
    ["Host", project.host],
  ] as const) {
    await page.getByRole("button", { name: `Copy ${name}` }).click();
    await expect(page.getByRole("button", { name: "Copied" }).first()).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value);
  }
});

test("a new slug is asked for twice, a taken one is refused at its field", async ({ page }) => {
  const { team, project, base } = await enterProject(page);
  await makeProject(page, team, { name: "Other", slug: "taken" });
  await page.goto(`${base}/settings`);
  const slug = page.getByLabel("Slug");
  await slug.fill("Not A Slug");
  await page.getByRole("button", { name: "Change address" }).click();
  await expect(slug).toHaveAccessibleDescription(/lower-case letters and digits/);

  const change = async (to: string) => {
    await slug.fill(to);
    await page.getByRole("button", { name: "Change address" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Change address" }).click();
    await expect(page.getByRole("alertdialog")).toBeHidden();
  };
  await change("taken");
  await expect(slug).toHaveAccessibleDescription(/taken/);
  await change("tea-shop");
  await expect(page).toHaveURL(`/${team.slug}/tea-shop/settings`);
  await expect(page.getByText(project.host.replace("coffee-shop", "tea-shop")).first()).toBeVisible();
  expect((await page.request.get(`${base}/settings`)).status()).toBe(404);
});

test("deletes a project only after its slug is typed", { tag: "@always" }, async ({ page }) => {
  const { team, base } = await enterProject(page);
  await page.goto(`${base}/settings`);
  await page.getByRole("button", { name: "Delete project" }).click();
  const dialog = page.getByRole("alertdialog");
  const confirm = dialog.getByRole("button", { name: "Delete project" });
  await dialog.getByRole("textbox").fill("Coffee shop");
  await expect(confirm).toBeDisabled();
  await dialog.getByRole("textbox").fill("coffee-shop");
  await confirm.click();
  await expect(page).toHaveURL(`/${team.slug}`);
  await expect(page.getByRole("heading", { name: "Create your first project" })).toBeVisible();
});

test("members can view but not change settings", { tag: "@always" }, async ({ page, browser, baseURL }) => {
  const { team: home } = await enter(page);
  const team = await makeTeam(page, `crew-${home.referenceId}`);
  await makeProject(page, team);
  const account = newAccount();
  const { token } = await invite(page, team, account.email, "member");
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  const member = await elsewhere.newPage();
  await enter(member, account);
  expect((await member.request.post(`/api/invitations/${token}/accept`)).status()).toBe(200);
  await member.goto(`/${team.slug}/coffee-shop/settings`);
  await expect(member.getByText(/Only admins of/)).toBeVisible();
  await expect(member.getByLabel("Slug")).toHaveAttribute("readonly");
  await expect(member.getByRole("button", { name: /^(Save|Change address|Delete project)$/ })).toHaveCount(0);
  await elsewhere.close();
});
