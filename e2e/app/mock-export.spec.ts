import { readFileSync } from "node:fs";
import type { Download, Page } from "@playwright/test";
import { expect, inspect, test } from "./browser";
import { enterProject, makeMock, type Project } from "./workspace";

const dialog = (page: Page) => page.getByRole("dialog", { name: /^Export/ });
const told = (page: Page) => dialog(page).getByRole("status").filter({ hasText: "file" });
const openAll = async (page: Page) => {
  await page.getByRole("button", { name: "More about mocks" }).click();
  await page.getByRole("menuitem", { name: "Export…" }).click();
};

async function download(page: Page) {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog(page).getByRole("button", { name: "Download" }).click(),
  ]);
  return { name: file.suggestedFilename(), document: await documentIn(file) };
}

type Exported = { mocks: { name: string }[]; paths: object };

const documentIn = async (file: Download): Promise<Exported> =>
  JSON.parse(readFileSync(await file.path(), "utf8"));

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
    route.fulfill({ status: 503, json: { error: "Too many at once.", code: "unavailable" } }),
  );
  await dialog(page).getByRole("button", { name: "Download" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("Too many at once.");
  await inspect(page, "mock-export-refused");
  await page.unroute("**/mocks/export?**");
  const one = await download(page);
  expect(one.name).toMatch(/\.openapi\.json$/);
  expect(Object.keys(one.document.paths)).toEqual(["/users/{id}"]);
  // What was selected still is.
  await expect(page.getByRole("toolbar")).toContainText("1 selected");
});

/** More than a file has room for. */
async function makeMany(page: Page, project: Project, count: number): Promise<void> {
  const mocks = Array.from({ length: count }, (_, index) => ({
    ...{ name: `Mock ${index}`, endpoint: `/items/${index}` },
  }));
  for (let at = 0; at < count; at += 5000) {
    const text = JSON.stringify({ fieldkit: 1, mocks: mocks.slice(at, at + 5000) });
    const file = { name: "mocks.json", mimeType: "application/json", buffer: Buffer.from(text) };
    const response = await page.request.post(`/api/projects/${project.id}/mocks/import`, {
      multipart: { file },
    });
    expect(response.ok(), await response.text()).toBe(true);
  }
}

test("an export that is too large for one file is split, and resumes after a failure", async ({ page }) => {
  const { project, base } = await enterProject(page);
  await makeMany(page, project, 5_010);
  await page.goto(`${base}/mocks`);
  await openAll(page);
  await dialog(page).getByRole("button", { name: "Download" }).click();
  await expect(told(page)).toContainText("This is too much for one file");
  await inspect(page, "mock-export-too-much");
  const files: Download[] = [];
  page.on("download", (file) => files.push(file));
  await page.route("**/mocks/export?*cursor=*", (route) =>
    route.fulfill({ status: 503, json: { error: "Too many at once.", code: "unavailable" } }),
  );
  await dialog(page).getByRole("button", { name: "Download in parts" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("Too many at once.");
  await expect(told(page)).toContainText("1 part is downloaded.");
  await inspect(page, "mock-export-parts");
  await page.unroute("**/mocks/export?*cursor=*");
  await dialog(page).getByRole("button", { name: "Go on" }).click();
  await expect(page.getByText("2 files exported")).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect.poll(() => files.map((file) => file.suggestedFilename())).toHaveLength(2);
  const documents = await Promise.all(files.map(documentIn));
  expect(documents.map(({ mocks }) => mocks.length)).toEqual([5_000, 10]);
  expect(new Set(documents.flatMap(({ mocks }) => mocks.map(({ name }) => name))).size).toBe(5_010);
  expect(files.map((file) => file.suggestedFilename())).toEqual(
    [1, 2].map((part) => `${project.slug}.part-${part}.fieldkit.json`),
  );
});
