import type { Page } from "@playwright/test";
import { expect, expectAccessible, inspect, newAccount, test } from "./browser";
import { asProgram, makeEnvironment, makeFlag, makeGroup, makeGroupFlag, makeKey } from "./flag-workspace";
import { enter, enterProject, invite, makeMock, makeProject, makeTeam, type Project } from "./workspace";

const question = (page: Page, name = "Change Production?") => page.getByRole("alertdialog", { name });
const typed = (page: Page) => question(page).getByRole("textbox");

async function confirm(page: Page) {
  await typed(page).fill("production");
  await question(page).getByRole("button", { name: "Change it" }).click();
  await expect(question(page)).toBeHidden();
}

/** Protects Production by hand, at the page of environments. */
async function protect(page: Page, base: string) {
  await page.goto(`${base}/flags/environments`);
  await page.getByRole("button", { name: "Actions for Production" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit “Production”" });
  await dialog.getByRole("switch", { name: "Protected" }).click();
  await expectAccessible(page, "an environment to be protected");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row", { name: /Production/ })).toContainText("protected");
}

async function enterGuarded(page: Page) {
  const { project, base } = await enterProject(page);
  await makeEnvironment(page, project, "Staging");
  for (const name of ["One", "Two", "Three"])
    await makeFlag(page, project, { name, key: name.toLowerCase() });
  await makeFlag(page, project, { name: "One", key: "one", environmentKey: "staging" });
  const { key } = await makeKey(page, project);
  await protect(page, base);
  return { project, base, isOn: isOnFor(page, project, key) };
}

const isOnFor = (page: Page, project: Project, key: string) => async (flagKey: string) => {
  const path = `/api/projects/${project.referenceId}/flags/check/${flagKey}`;
  return (await asProgram(new URL(path, page.url()).href, key)).body.enabled;
};

test("toggles a protected environment only after its key is typed", { tag: "@always" }, async ({ page }) => {
  const { base, isOn } = await enterGuarded(page);
  await inspect(page, "environments-protected");
  await page.goto(`${base}/flags`);
  const one = page.getByRole("switch", { name: "One in Production" });
  await one.click();
  await expect(question(page)).toContainText("It is protected.");
  await inspect(page, "protected-question");
  await typed(page).fill("staging");
  await expect(question(page).getByRole("button", { name: "Change it" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(question(page)).toBeHidden();
  await expect(page.getByText("you did not confirm it for Production").first()).toBeVisible();
  await expect(one).not.toBeChecked();
  expect(await isOn("one")).toBe(false);

  await one.click();
  await expect(typed(page)).toHaveValue("");
  await confirm(page);
  await expect(one).toBeChecked();
  await expect.poll(() => isOn("one")).toBe(true);

  const staging = page.getByRole("switch", { name: "One in Staging" });
  await staging.click();
  await expect(page.getByText("“One” is on in Staging").first()).toBeVisible();
  await expect(question(page)).toBeHidden();
});

test("whoever leaves the page with the question open has said no, and pages go on", async ({ page }) => {
  const { project, base, isOn } = await enterGuarded(page);
  await page.goto(`${base}/mocks`);
  await page.getByRole("link", { name: "Flags", exact: true }).click();
  await page.getByRole("switch", { name: "One in Production" }).click();
  await expect(question(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Mocks", exact: true })).toBeVisible();
  await expect(question(page)).toBeHidden();
  expect(await isOn("one")).toBe(false);
  // A page that waits for a write does not look for what others do.
  await makeMock(page, project, { name: "Made by somebody else", endpoint: "/else" });
  await expect(page.getByText("Made by somebody else").first()).toBeVisible();
});

test("the form of a flag asks on top of what is filled in, and keeps it where the answer is no", async ({
  page,
}) => {
  const { base, isOn } = await enterGuarded(page);
  await page.goto(`${base}/flags`);
  await page.getByRole("button", { name: "One", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "One" });
  await panel.getByRole("switch", { name: "On in Production" }).click();
  await panel.getByLabel("Name", { exact: true }).fill("First");
  await panel.getByRole("button", { name: "Save changes" }).click();
  await typed(page).fill("prod");
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await expect(question(page)).toBeHidden();
  await expect(panel.getByLabel("Name", { exact: true })).toHaveValue("First");
  await expect(panel.getByText("you did not confirm it for Production").first()).toBeVisible();
  expect(await isOn("one")).toBe(false);
  await panel.getByRole("button", { name: "Save changes" }).click();
  await confirm(page);
  await expect(panel).toBeHidden();
  await expect.poll(() => isOn("one")).toBe(true);
});

test("many flags at once are one question, and a deletion can be undone without another one", async ({
  page,
}) => {
  const { base, isOn } = await enterGuarded(page);
  await page.goto(`${base}/flags`);
  for (const name of ["One", "Two", "Three"])
    await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  await page.getByRole("button", { name: "Switch on" }).click();
  await page
    .getByRole("alertdialog", { name: "Switch 3 flags on?" })
    .getByRole("button", { name: "Switch on" })
    .click();
  await confirm(page);
  await expect(page.getByText("3 flags switched on").first()).toBeVisible();
  expect(await Promise.all(["one", "two", "three"].map(isOn))).toEqual([true, true, true]);

  await page.getByRole("button", { name: "Actions for Two" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const deletion = page.getByRole("alertdialog", { name: "Delete flag “two”?" });
  await deletion.getByRole("textbox").fill("two");
  await deletion.getByRole("button", { name: "Delete flag" }).click();
  await confirm(page);
  await expect(page.getByRole("button", { name: "Two", exact: true })).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(page.getByRole("button", { name: "Two", exact: true })).toBeVisible();
  await expect(question(page)).toBeHidden();
});

test("flags of groups ask too, and protection ends by naming what it protects", async ({ page }) => {
  const { project, base } = await enterProject(page);
  const group = await makeGroup(page, project, { name: "Tenants", color: "#2563eb" });
  await makeGroupFlag(page, project, group, { name: "New checkout", key: "checkout" });
  await protect(page, base);
  await page.goto(`${base}/flags/groups/${group.id}`);
  const flag = page.getByRole("switch", { name: "New checkout is enabled" });
  await flag.click();
  await confirm(page);
  await expect(flag).toBeChecked();

  await page.goto(`${base}/flags/environments`);
  await page.getByRole("button", { name: "Actions for Production" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit “Production”" });
  await dialog.getByRole("switch", { name: "Protected" }).click();
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await confirm(page);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row", { name: /Production/ })).not.toContainText("protected");
});

test("members see what is protected, may confirm, and cannot take it back", async ({
  page,
  browser,
  baseURL,
}) => {
  const { team: home } = await enter(page);
  const team = await makeTeam(page, `guarded-${home.referenceId}`);
  const project = await makeProject(page, team);
  await makeFlag(page, project, { name: "One", key: "one" });
  await protect(page, `/${team.slug}/${project.slug}`);
  const guest = newAccount();
  const { token } = await invite(page, team, guest.email, "member");
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  const there = await elsewhere.newPage();
  await enter(there, guest);
  await there.request.post(`/api/invitations/${token}/accept`);
  await there.goto(`/${team.slug}/${project.slug}/flags/environments`);
  await expect(there.getByText(/Only admins of .* delete or protect them/)).toBeVisible();
  await there.getByRole("button", { name: "Actions for Production" }).click();
  await there.getByRole("menuitem", { name: "Edit" }).click();
  await expect(there.getByRole("dialog").getByLabel("Key")).toHaveValue("production");
  await expect(there.getByRole("switch", { name: "Protected" })).toHaveCount(0);
  await there.goto(`/${team.slug}/${project.slug}/flags`);
  await there.getByRole("switch", { name: "One in Production" }).click();
  await confirm(there);
  await expect(there.getByRole("switch", { name: "One in Production" })).toBeChecked();
  await elsewhere.close();
});
