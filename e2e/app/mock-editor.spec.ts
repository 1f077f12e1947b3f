import type { Page } from "@playwright/test";
import { expect, inspect, test } from "./browser";
import { bodyOf, codeIn, expectCode, openMock, save, writeCode } from "./mock-form";
import { enterProject, type Mock, send } from "./workspace";

const preview = (page: Page) => page.getByRole("region", { name: "Preview of the answer" });

/** Waits for the editor in the place of the plain field, which comes once somebody is in it. */
async function openEditor(page: Page, fields: Partial<Mock>) {
  const room = await openMock(page, fields);
  await bodyOf(page).focus();
  await expect(bodyOf(page)).toHaveAttribute("contenteditable", "true");
  return room;
}

test("a template is written in colours and with offers, tried, mended and saved", async ({ page }) => {
  const { path } = await openEditor(page, { endpoint: "/users/:id", responseBody: '{"id":1}' });
  await page.getByRole("button", { name: "Format JSON" }).click();
  await expectCode(bodyOf(page), '{\n  "id": 1\n}');
  const number = bodyOf(page).locator("span", { hasText: /^1$/ });
  const colour = await number.evaluate((element) => getComputedStyle(element).color);
  expect(colour).not.toBe(await bodyOf(page).evaluate((element) => getComputedStyle(element).color));

  await page.getByRole("switch", { name: "Template" }).click();
  await writeCode(bodyOf(page), "");
  await bodyOf(page).pressSequentially('{"id": {{ request.par');
  await page.getByRole("option", { name: "params" }).click();
  await bodyOf(page).pressSequentially(".");
  await page.getByRole("option", { name: "id", exact: true }).click();
  await expectCode(bodyOf(page), '{"id": {{ request.params.id}}}');

  // Typed through, without choosing what was offered on the way.
  await writeCode(bodyOf(page), "");
  await bodyOf(page).pressSequentially('{"id": {{ request.params.');
  await page.getByRole("option", { name: "id", exact: true }).click();
  await expectCode(bodyOf(page), '{"id": {{ request.params.id}}}');

  await page.getByRole("button", { name: "Show preview" }).click();
  await expect(preview(page).getByRole("region", { name: "Preview's body" })).toContainText("id: 1");
  await page.getByLabel("Request path").fill("/users/42");
  await expect(preview(page)).toContainText("id: 42");
  await page.getByLabel("Request path").fill("/people/42");
  await expect(preview(page)).toContainText("The mock does not answer this request");
  await page.getByLabel("Request path").fill("/users/43");

  await writeCode(bodyOf(page), '{\n  "id": {{ request.params.id | upcas }}\n}');
  await expect(preview(page)).toContainText("There is no filter `upcas`");
  await expect(bodyOf(page).locator(".cm-lintRange-error")).toHaveText("upcas");
  await inspect(page, "mock-editor");
  await writeCode(bodyOf(page), '{"id": {{ request.params.id }}}');
  await expect(preview(page)).toContainText("id: 43");
  await expect(bodyOf(page).locator(".cm-lintRange-error")).toHaveCount(0);

  await bodyOf(page).press("Control+Enter");
  await expect(page.getByText("Mock saved").first()).toBeVisible();
  const saved = await send<Mock>(page, "GET", path);
  expect([saved.responseBody, saved.templated]).toEqual([await codeIn(bodyOf(page)), true]);
});

test("Tab indents in the editor and leaves it after Escape", { tag: "@always" }, async ({ page }) => {
  await openEditor(page, { responseBody: "[1]" });
  await bodyOf(page).focus();
  await page.keyboard.press("Tab");
  await expect(bodyOf(page)).not.toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(bodyOf(page)).toBeFocused();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" ");
  await page.keyboard.press("Tab");
  await expectCode(bodyOf(page), "  [1] ");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expectCode(bodyOf(page), "[1]");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(bodyOf(page)).not.toBeFocused();
  await expect(save(page)).toBeVisible();
});

test("keeps text and cursor position when the editor loads after typing", { tag: "@always" }, async ({
  page,
}) => {
  const { url } = await openMock(page, { responseBody: "" });
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.goto(url);
  await page.waitForLoadState("networkidle");
  await page.route("**/_next/static/**/*.js", async (route) => {
    await opened;
    await route.continue();
  });
  await bodyOf(page).pressSequentially("ac");
  await page.keyboard.press("ArrowLeft");
  open();
  await expect(bodyOf(page)).toHaveAttribute("contenteditable", "true");
  await expect(bodyOf(page)).toBeFocused();
  await page.keyboard.type("b");
  await expectCode(bodyOf(page), "abc");
});

test("a copy begins with what the mock has, at an endpoint of its own", async ({ page }) => {
  const { mock, url } = await openMock(page, { endpoint: "/users/:id", responseBody: "[1]" });
  await page.goto(url.replace(mock.id, `new?from=${mock.id}`));
  await expect(page.getByLabel("Endpoint")).toHaveValue("/users-copy/:id");
  await expectCode(bodyOf(page), "[1]");
  await page.getByRole("button", { name: "Common headers" }).click();
  await page.getByRole("menuitem", { name: /^Retry-After/ }).click();
  await expect(page.getByLabel("Value of header 1")).toHaveValue("30");
  await page.getByLabel("Status code", { exact: true }).fill("503");
  await expect(page.getByText("Service unavailable", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Create mock" }).click();
  await expect(page.getByText("Mock “List users (copy)” created")).toBeVisible();
});

test("Enter after a tag's comma adds the tag, and does not send the form", async ({ page }) => {
  const { project, base } = await enterProject(page);
  await page.goto(`${base}/mocks/new`);
  await page.getByLabel("Name", { exact: true }).fill("Tagged twice");
  const tags = page.getByPlaceholder("Add a tag");
  await tags.pressSequentially("beta,");
  await tags.press("Enter");
  await tags.pressSequentially("slow");
  await tags.press("Enter");
  await page.getByRole("button", { name: "Create mock" }).click();
  await expect(page.getByRole("heading", { name: "Tagged twice", level: 1 })).toBeVisible();
  const made = await send<Mock[]>(page, "GET", `/api/projects/${project.id}/mocks`);
  expect(made.map(({ tags }) => tags)).toEqual([["beta", "slow"]]);
});
