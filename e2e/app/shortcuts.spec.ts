import type { Page } from "@playwright/test";
import { expect, inspect, test } from "./browser";
import { enterGroup } from "./flag-workspace";
import { enter, enterProject, makeInbox, makeMock, makeMocks } from "./workspace";

const sheet = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });
const title = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });

/** Opens a page and waits until it listens to keys, which is a moment after its fields do. */
async function open(page: Page, address: string) {
  await page.goto(address);
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(sheet(page)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toBeHidden();
}

async function goTo(page: Page, letter: string) {
  await page.keyboard.press("g");
  await page.keyboard.press(letter);
}

test("the sheet lists what works on the page, by its key, the account menu and the palette", async ({
  page,
}) => {
  const { account, project, base } = await enterProject(page);
  const inbox = await makeInbox(page, project);
  await open(page, `${base}/flags`);
  await page.keyboard.press("?");
  await expect(sheet(page).getByText("Create what the page has a button for")).toBeVisible();
  await expect(sheet(page).getByText("Webhooks")).toBeVisible();
  await inspect(page, "shortcuts");
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toBeHidden();

  await page.getByRole("button", { name: `Account of ${account.name}` }).click();
  await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
  await expect(sheet(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("shortcuts");
  await page.keyboard.press("Enter");
  await expect(sheet(page)).toBeVisible();

  await open(page, `${base}/webhooks/${inbox.id}`);
  await page.keyboard.press("?");
  await expect(sheet(page).getByText("Copy as cURL")).toBeVisible();
  await expect(sheet(page).getByText("Create what the page has a button for")).toBeHidden();
});

test("single keys are switched off in the sheet, for all pages, and on again in the account", async ({
  page,
}) => {
  const { base } = await enterProject(page);
  await open(page, `${base}/mocks`);
  await page.keyboard.press("?");
  await sheet(page).getByRole("switch", { name: "Single keys are shortcuts" }).click();
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toBeHidden();
  await page.keyboard.press("c");
  await goTo(page, "f");
  await page.keyboard.press("?");
  // What still works comes after them, so that they had their time.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("your account");
  await page.keyboard.press("Enter");
  await expect(title(page, "Your account")).toBeVisible();
  const choice = page.getByRole("switch", { name: "Single keys are shortcuts" });
  await expect(choice).not.toBeChecked();
  await choice.click();
  await page.getByRole("heading", { name: "Appearance" }).click();
  await page.keyboard.press("?");
  await expect(sheet(page)).toBeVisible();
});

test("c creates what the page has a button for", async ({ page }) => {
  const { team, base, groupBase } = await enterGroup(page);
  for (const what of ["mocks", "webhooks", "releases"]) {
    await open(page, `${base}/${what}`);
    await page.keyboard.press("c");
    await expect(page).toHaveURL(`${base}/${what}/new`);
  }
  const dialogs: [address: string, name: string][] = [
    [`${base}/flags`, "New flag"],
    [`${base}/flags/groups`, "New group"],
    [`${base}/flags/environments`, "New environment"],
    [`${base}/flags/segments`, "New segment"],
    [groupBase, "New flag"],
    [`${base}/keys`, "Create API key"],
    [`/${team.slug}`, "New project"],
    [`/${team.slug}/-/members`, "Invite a teammate"],
  ];
  for (const [address, name] of dialogs) {
    await open(page, address);
    await page.keyboard.press("c");
    await expect(page.getByRole("dialog", { name })).toBeVisible();
  }
  await open(page, groupBase);
  await page.getByRole("region", { name: "Records" }).getByRole("button", { name: "Name" }).first().focus();
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog", { name: "New record" })).toBeVisible();
});

test("j and k go through the rows, Enter opens one, and / filters", async ({ page }) => {
  const { project, base } = await enterProject(page);
  await makeMocks(page, project, 10);
  await open(page, `${base}/mocks?sort=name`);
  const links = page.getByRole("table", { name: "Mocks" }).getByRole("link");
  const names = await links.allTextContents();
  await page.keyboard.press("j");
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press("k");
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(title(page, String(names[1]))).toBeVisible();

  await open(page, `${base}/mocks`);
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Filter mocks" })).toBeFocused();
  await page.keyboard.type("jck?");
  await expect(page.getByText("No mocks match “jck?”.")).toBeVisible();

  // Without a filter, everything is searched.
  await open(page, `${base}/keys`);
  await page.keyboard.press("/");
  await expect(page.getByRole("dialog", { name: "Command menu" })).toBeVisible();
});

test("g and a letter lead to the parts of a project and of a team", async ({ page }) => {
  const { team, base } = await enterProject(page);
  await open(page, `${base}/mocks`);
  const places: [letter: string, address: string, name: string][] = [
    ["w", `${base}/webhooks`, "Webhooks"],
    ["f", `${base}/flags`, "Flags"],
    ["r", `${base}/releases`, "Releases"],
    ["k", `${base}/keys`, "API keys"],
    ["a", `${base}/audit`, "Audit trail"],
    ["s", `${base}/settings`, "Settings"],
    ["m", `${base}/mocks`, "Mocks"],
  ];
  for (const [letter, address, name] of places) {
    await goTo(page, letter);
    await expect(page).toHaveURL(address);
    await expect(title(page, name)).toBeVisible();
  }
  await open(page, `/${team.slug}`);
  await goTo(page, "s");
  await expect(page).toHaveURL(`/${team.slug}/-/settings`);
});

test("single-key shortcuts are off in fields, dialogs and menus, and with Ctrl", {
  tag: "@always",
}, async ({ page }) => {
  const { project, base } = await enterProject(page);
  await makeMocks(page, project, 2);
  await page.goto(`${base}/mocks/new`);
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("");
  await name.pressSequentially("c?gf/");
  await expect(name).toHaveValue("c?gf/");
  const method = page.getByRole("combobox", { name: "Method" });
  await method.focus();
  await page.keyboard.press("c");
  await expect(page).toHaveURL(`${base}/mocks/new`);

  await open(page, `${base}/mocks?sort=name`);
  await page.getByRole("button", { name: "Actions for Mock 1" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("c");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await page.keyboard.press("?");
  await expect(sheet(page)).toBeVisible();
  await goTo(page, "f");
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toBeHidden();
  await page.keyboard.press("Control+/");
  await page.keyboard.press("Alt+c");
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: "Mock 2" })).toBeFocused();
  await expect(page).toHaveURL(`${base}/mocks?sort=name`);
});

test("the palette makes new things where they are made", async ({ page }) => {
  const { project, team, base } = await enterProject(page);
  await makeMock(page, project);
  await open(page, `${base}/mocks`);
  const wishes: [words: string, address: string, dialog: string][] = [
    ["new flag", `${base}/flags`, "New flag"],
    ["new key", `${base}/keys`, "Create API key"],
    ["invite", `/${team.slug}/-/members`, "Invite a teammate"],
    ["new project", `/${team.slug}`, "New project"],
  ];
  for (const [words, address, name] of wishes) {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Command menu" }).getByRole("combobox").fill(words);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name, exact: true })).toBeVisible();
    await expect(page).toHaveURL(address);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name, exact: true })).toBeHidden();
  }
});

test("a page with nothing to create and no rows leaves everything as it is", async ({ page }) => {
  const { team } = await enter(page);
  await open(page, `/${team.slug}/-/settings`);
  await page.keyboard.press("c");
  await page.keyboard.press("j");
  await page.keyboard.press("?");
  await expect(sheet(page)).toBeVisible();
  await expect(page).toHaveURL(`/${team.slug}/-/settings`);
});
