import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, inspect, test } from "./browser";
import { enterProject, makeMock } from "./workspace";

const dialog = (page: Page) => page.getByRole("dialog");
const openAll = async (page: Page) => {
  await page.getByRole("button", { name: "More about mocks" }).click();
  await page.getByRole("menuitem", { name: "Export…" }).click();
};

async function download(page: Page) {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog(page).getByRole("button", { name: "Download" }).click(),
  ]);
  return { name: file.suggestedFilename(), document: JSON.parse(readFileSync(await file.path(), "utf8")) };
}

test("mocks are exported, all or selected, and a refusal stays in the dialog", async ({ page }) => {
  const { project, base } = await enterProject(page);
  await page.goto(`${base}/mocks`);
  await page.getByRole("button", { name: "More about mocks" }).click();
  const item = page.getByRole("menuitem", { name: "Export…" });
  await expect(item).toBeDisabled();
  await expect(item).toContainText("There are no mocks yet.");
  await page.keyboard.press("Escape");

  await makeMock(page, project, { name: "Users", endpoint: "/users/:id" });
  await makeMock(page, project, { name: "Orders", endpoint: "/orders" });
  await page.reload();
  await openAll(page);
  await expect(dialog(page).getByRole("heading")).toHaveText("Export mocks");
  await inspect(page, "mock-export");
  const all = await download(page);
  expect(all.name).toMatch(/\.fieldkit\.json$/);
  expect(all.document.mocks).toHaveLength(2);
  await expect(dialog(page)).toBeHidden();

  await page.getByRole("checkbox", { name: "Select Users" }).check();
  await page.getByRole("toolbar").getByRole("button", { name: "Export" }).click();
  await expect(dialog(page).getByRole("heading")).toHaveText("Export 1 mock");
  await dialog(page).getByRole("radio", { name: "OpenAPI 3.1" }).check();
  await expect(dialog(page).getByRole("region", { name: "curl command" })).toContainText(
    "format=openapi&mockId=",
  );
  await page.route("**/mocks/export?**", (route) =>
    route.fulfill({ status: 413, json: { error: "It is too large.", code: "payload_too_large" } }),
  );
  await dialog(page).getByRole("button", { name: "Download" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("It is too large.");
  await inspect(page, "mock-export-refused");
  await page.unroute("**/mocks/export?**");
  const one = await download(page);
  expect(one.name).toMatch(/\.openapi\.json$/);
  expect(Object.keys(one.document.paths)).toEqual(["/users/{id}"]);
  // What was selected still is.
  await expect(page.getByRole("toolbar")).toContainText("1 selected");
});
