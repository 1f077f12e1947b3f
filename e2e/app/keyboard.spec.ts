import { expect, test } from "./browser";
import { enter, enterProject, makeMock } from "./workspace";

test("the first Tab reaches the skip link past the navigation", { tag: "@always" }, async ({ page }) => {
  const { base } = await enterProject(page);
  await page.goto(`${base}/mocks`);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
});

test("menus and dialogs open by keyboard, close with Escape and return focus", { tag: "@always" }, async ({
  page,
}) => {
  const { project, base } = await enterProject(page);
  await makeMock(page, project);
  await page.goto(`${base}/mocks`);
  await expect(page.getByRole("switch", { name: "List users" })).toBeChecked();
  const actions = page.getByRole("button", { name: "Actions for List users" });
  await actions.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Edit" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(actions).toBeFocused();

  await page.keyboard.press("Enter");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(actions).toBeFocused();
});

test("the new project dialog focuses its first field", { tag: "@always" }, async ({ page }) => {
  const { team } = await enter(page);
  await page.goto(`/${team.slug}`);
  const open = page.getByRole("button", { name: "New project" });
  await open.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type("Käse & Wein");
  await expect(page.getByLabel("Slug")).toHaveValue("kase-wein");
  await page.keyboard.press("Escape");
  await page
    .getByRole("alertdialog", { name: "Leave without saving?" })
    .getByRole("button", { name: "Leave" })
    .click();
  await expect(open).toBeFocused();
});

test("the command palette opens pages, creates resources and changes the theme", { tag: "@always" }, async ({
  page,
}) => {
  const { base } = await enterProject(page);
  await page.goto(`${base}/mocks`);
  await expect(page.getByRole("radio", { name: "1. Set a key" })).toBeChecked();
  const command = async (words: string) => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: "Command menu" })).toBeVisible();
    await page.keyboard.type(words);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Command menu" })).toBeHidden();
  };
  await command("new mock");
  await expect(page).toHaveURL(`${base}/mocks/new`);
  await command("settings go");
  await expect(page).toHaveURL(`${base}/settings`);
  await command("dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("applies the chosen theme before first paint and in other tabs", { tag: "@always" }, async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/sign-in");
  const dark = page.getByRole("button", { name: "Dark theme" });
  await dark.click();
  await expect(dark).toHaveAttribute("aria-pressed", "true");
  const other = await context.newPage();
  await other.route("**/*.js", (route) => route.abort());
  await other.goto("/sign-in", { waitUntil: "load" });
  expect(await other.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
  await other.close();
});
