import type { Page } from "@playwright/test";
import { expect, inspect, test } from "./browser";
import { markdown, serveShop, writeNotes } from "./release-notes";
import { enterProject } from "./workspace";

serveShop();

const soon = { timeout: 15_000 };
const saved = (page: Page) => page.getByText(/^Saved · /);
const storedBy = (page: Page, api: string) => async () => {
  const { title, content } = await (await page.request.get(api)).json();
  return [title, content];
};

test("a draft saves itself, as one step of its history", async ({ page }) => {
  const { base, project } = await enterProject(page);
  await writeNotes(page, base);
  const api = `/api/projects/${project.id}/releases/${page.url().split("/").at(-1)}`;
  for (const words of ["One", "One, two", "One, two, three"]) {
    await markdown(page).fill(words);
    await expect.poll(async () => (await storedBy(page, api)())[1], soon).toBe(words);
  }
  await expect(saved(page)).toBeVisible();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  await inspect(page, "release-autosaved");
  const revisions = await (await page.request.get(`${api}/revisions`)).json();
  expect(revisions.map(({ origin }: { origin: string }) => origin)).toEqual(["edited", "generated"]);
});

test("keeps an unsaved draft, reports the failure and retries the save", { tag: "@always" }, async ({
  page,
  context,
}) => {
  const { base, project } = await enterProject(page);
  await writeNotes(page, base);
  const api = `/api/projects/${project.id}/releases/${page.url().split("/").at(-1)}`;
  await context.setOffline(true);
  await markdown(page).fill("Written in a tunnel");
  await expect(page.getByText("Not saved: offline, kept in this browser.")).toBeVisible(soon);
  await context.setOffline(false);
  await expect(saved(page)).toBeVisible(soon);
  expect((await storedBy(page, api)())[1]).toBe("Written in a tunnel");
});

test("keeps both texts when two people edit a draft at the same time", { tag: "@always" }, async ({
  page,
}) => {
  const { base, project } = await enterProject(page);
  await writeNotes(page, base);
  const api = `/api/projects/${project.id}/releases/${page.url().split("/").at(-1)}`;
  expect((await page.request.put(api, { data: { content: "Theirs" } })).status()).toBe(200);
  await markdown(page).fill("Mine");
  const clash = page.getByText("Not saved: somebody else changed this, too.");
  await expect(clash).toBeVisible(soon);
  expect((await storedBy(page, api)())[1]).toBe("Theirs");
  await page.getByRole("button", { name: "Compare" }).click();
  const conflict = page.getByRole("dialog", { name: "Somebody else changed this too" });
  await conflict.getByLabel("Keep mine").check();
  await conflict.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  expect((await storedBy(page, api)())[1]).toBe("Mine");
});

test("what everybody sees changes only when somebody updates it", async ({ page }) => {
  const { base, project } = await enterProject(page);
  await writeNotes(page, base);
  const api = `/api/projects/${project.id}/releases/${page.url().split("/").at(-1)}`;
  expect((await page.request.post(`${api}/publish`, { data: {} })).status()).toBe(200);
  await page.reload();
  const calls: string[] = [];
  page.on("request", (request) => calls.push(request.method()));
  await expect(page.getByText(/stays in this browser until you update it/)).toBeVisible();
  await markdown(page).fill("Half a thought");
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  expect(calls.filter((method) => method === "PUT")).toHaveLength(1);
});

test("a release is scheduled, shown with its time, and left a draft again", async ({ page }) => {
  const { base, project } = await enterProject(page);
  await writeNotes(page, base);
  const api = `/api/projects/${project.id}/releases/${page.url().split("/").at(-1)}`;
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Schedule" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Publish it at a time" });
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel("Time of publication").fill(`${day}T09:00`);
  await inspect(page, "release-schedule");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(page.getByText("Scheduled", { exact: true }).first()).toBeVisible();
  const { publishAt } = await (await page.request.get(api)).json();
  // In whichever time zone the browser is.
  expect(Math.abs(Date.parse(publishAt) - Date.parse(`${day}T09:00:00Z`))).toBeLessThan(86_400_000);
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Change the time" }).click();
  await page.getByRole("button", { name: "Do not publish it by itself" }).click();
  await expect(page.getByText("It stays a draft").first()).toBeVisible();
  expect((await (await page.request.get(api)).json()).publishAt).toBeNull();
});
