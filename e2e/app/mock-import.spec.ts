import type { Page } from "@playwright/test";
import { expect, inspect, test } from "./browser";
import { enterProject, makeMock } from "./workspace";

const answers = (description: string) => ({ responses: { 200: { description } } });
const openapi = (more: object = {}) =>
  JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Shop", version: "1" },
    paths: {
      "/users": { get: { operationId: "listUsers", ...answers("Users") }, post: answers("Made") },
      "/users/{id}": { get: answers("One") },
      ...more,
    },
  });

const dialog = (page: Page) => page.getByRole("dialog", { name: "Import mocks" });
const upload = (page: Page, text: string) =>
  dialog(page)
    .getByLabel("File to import")
    .setInputFiles({ name: "shop.json", mimeType: "application/json", buffer: Buffer.from(text) });

test("an OpenAPI document is previewed and imported, and again it is unchanged", async ({ page }) => {
  const { base } = await enterProject(page);
  await page.goto(`${base}/mocks`);
  await page.getByRole("main").getByRole("button", { name: "Import" }).last().click();
  await expect(dialog(page).getByLabel("Or paste a document or a curl command")).toBeFocused();
  await inspect(page, "mock-import");
  await upload(page, openapi());
  await expect(dialog(page).getByText("Nothing is done yet. 3 entries: 3 to be created.")).toBeFocused();
  const entries = dialog(page).getByRole("list", { name: "Entries" });
  await expect(entries.getByRole("listitem")).toHaveCount(3);
  await expect(entries.getByText("/users/:id")).toBeVisible();
  await expect(entries.getByText("to be created", { exact: true })).toHaveCount(3);
  await inspect(page, "mock-import-preview");
  // Nothing has been done.
  await expect(page.getByText("No mocks yet")).toBeAttached();
  await dialog(page).getByRole("button", { name: "Import 3 mocks" }).click();
  await expect(dialog(page).getByText("Done: 3 created.")).toBeFocused();
  await expect(entries.getByText("created", { exact: true })).toHaveCount(3);
  await inspect(page, "mock-import-done");
  await dialog(page).getByRole("button", { name: "Show mocks" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("row")).toHaveCount(4);
  // The button that opened the dialog went with the empty list.
  await expect(page.getByRole("main")).toBeFocused();

  await page.getByRole("button", { name: "Import" }).click();
  await upload(page, openapi({ "/orders": { get: answers("Orders") } }));
  await expect(dialog(page).getByText("1 to be created, 3 unchanged.")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Unchanged 3" }).click();
  await expect(entries.getByRole("listitem")).toHaveCount(3);
  await dialog(page).getByRole("button", { name: "To be created 1" }).click();
  await expect(entries.getByRole("listitem")).toHaveCount(1);
  await dialog(page).getByRole("button", { name: "Import 1 mock" }).click();
  await expect(dialog(page).getByText("Done: 1 created, 3 unchanged.")).toBeVisible();
  await entries.getByRole("link").click();
  await expect(page).toHaveURL(/\/mocks\/[0-9a-f-]{36}$/);
});

test("mocks that exist are replaced or kept, as somebody chooses", async ({ page }) => {
  const { project, base } = await enterProject(page);
  await makeMock(page, project, { name: "Mine", endpoint: "/users", responseBody: "mine" });
  await page.goto(`${base}/mocks`);
  await page.getByRole("button", { name: "Import" }).click();
  await upload(page, openapi());
  await expect(dialog(page).getByText("2 to be created, 1 to be changed.")).toBeVisible();
  await dialog(page).getByText("Keep", { exact: true }).click();
  await expect(dialog(page).getByText("2 to be created, 1 unchanged.")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Import 2 mocks" }).click();
  await expect(dialog(page).getByText("Done: 2 created, 1 unchanged.")).toBeVisible();
  await dialog(page).getByText("Close", { exact: true }).click();
  await expect(page.getByRole("button", { name: "Import" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Mine" })).toBeVisible();
});

test("confirms before discarding pasted text and explains what is invalid", { tag: "@always" }, async ({
  page,
}) => {
  const { base } = await enterProject(page);
  await page.goto(`${base}/mocks`);
  await page.getByRole("button", { name: "Import" }).first().click();
  const text = dialog(page).getByLabel("Or paste a document or a curl command");
  await expect(dialog(page).getByRole("button", { name: "Preview" })).toBeDisabled();
  await text.fill('{"openapi": "3.0.3",\n  "paths": [}');
  await dialog(page).getByRole("button", { name: "Preview" }).click();
  await expect(dialog(page).getByText("This can't be imported")).toBeVisible();
  await expect(dialog(page).getByText(/Mend it and choose it again/)).toBeVisible();
  await inspect(page, "mock-import-faulty");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Stay" }).click();
  await text.fill("curl -X POST https://api.example.com/orders -d '{\"a\":1}'");
  await dialog(page).getByRole("button", { name: "Preview" }).click();
  await expect(dialog(page).getByText("1 entry: 1 to be created.")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Back" }).click();
  await expect(text).toHaveValue(/^curl/);
});
