import type { Page } from "@playwright/test";
import { expect, inspect, test } from "./browser";
import { markdown, serveShop, withoutAutosave, writeNotes } from "./release-notes";
import { enterProject } from "./workspace";

serveShop();

test("nothing that was written is lost: history, undo, and writing anew", async ({ page }) => {
  const { base } = await enterProject(page);
  await writeNotes(page, base);
  await withoutAutosave(page);
  await markdown(page).fill("Our own words\n");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
  await markdown(page).fill("Our own words, better\n");
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Write anew" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Write anew" }).click();
  await expect(page.getByText("The notes are written anew")).toBeVisible({ timeout: 30_000 });
  await expect(markdown(page)).toHaveValue(/Breaking changes/);

  await page.getByRole("button", { name: "Compare and restore" }).click();
  await expect(page.getByRole("button", { name: /^Revision/ })).toHaveCount(4);
  await expect(page.getByRole("button", { name: /^Revision 3/ })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("region", { name: "From revision 3 to now" })).toContainText(
    "Removed: Our own words, better",
  );
  await inspect(page, "release-history");
  await page.getByRole("button", { name: "Restore this text" }).click();
  await expect(page.getByText("Revision 3 is back").first()).toBeVisible();
  await page.getByRole("tab", { name: "Notes" }).click();
  await expect(markdown(page)).toHaveValue("Our own words, better\n");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(markdown(page)).toHaveValue(/Breaking changes/);
});

test("keeps text typed while a save is in progress", { tag: "@always" }, async ({ page }) => {
  const { base } = await enterProject(page);
  await writeNotes(page, base);
  let letThrough = () => {};
  const typed = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route("**/api/projects/*/releases/*", async (route) => {
    if (route.request().method() === "PUT") await typed;
    await route.continue();
  });
  await withoutAutosave(page);
  await markdown(page).fill("One");
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await page.keyboard.press("Control+Enter");
  await sent;
  await markdown(page).fill("One, two");
  letThrough();
  await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
  await expect(markdown(page)).toHaveValue("One, two");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  await page.reload();
  await expect(markdown(page)).toHaveValue("One, two");
});

test("unsaved words are asked about, copied as they stand, and downloaded", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { base } = await enterProject(page);
  await writeNotes(page, base);
  await withoutAutosave(page);
  const menu = async (name: string) => {
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
  const download = page.waitForEvent("download");
  await menu("Download");
  expect((await download).suggestedFilename()).toMatch(/^release-notes-.*\.md$/);
  await markdown(page).fill("Half a thought");
  await menu("Copy Markdown");
  await expect(page.getByText("Markdown copied").first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Half a thought");
  // Until it has failed, a draft saves itself when somebody leaves.
  await expect(page.getByText(/^Not saved/).first()).toBeVisible();
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Stay" }).click();
  await page.goBack();
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(markdown(page)).toHaveValue("Half a thought");
  await page.goBack();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { name: "New release" })).toBeVisible();
});

/** What the browser keeps of unsaved words. */
const keptDrafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("fieldkit.draft/")).length);

/** Ends the page as a crash does: it has no time left to save anything. */
async function crash(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  // Nobody is left to answer.
  devtools.send("Page.crash").catch(() => undefined);
  await crashed;
  await page.close();
}

const restored = (page: Page) => page.getByText(/^Restored what you had not saved/);

test("unsaved text survives a page crash until someone discards it", {
  tag: "@always",
}, async ({ page, context }) => {
  const { base } = await enterProject(page);
  await writeNotes(page, base);
  const address = page.url();
  await withoutAutosave(page);
  await markdown(page).fill("Written, not saved");
  await expect.poll(() => keptDrafts(page)).toBe(1);
  await crash(page);

  const again = await context.newPage();
  await again.clock.install();
  await again.goto(address);
  await expect(restored(again)).toBeVisible();
  await expect(markdown(again)).toHaveValue("Written, not saved");
  await expect(again.getByText("Unsaved changes")).toBeVisible();
  // It does not save itself over what is there before somebody has seen it.
  await again.clock.runFor(30_000);
  await expect(restored(again)).toBeVisible();
  await inspect(again, "release-restored");
  await again.getByRole("button", { name: "Discard" }).click();
  await expect(markdown(again)).toHaveValue(/Breaking changes/);
  await expect(restored(again)).toBeHidden();
  await again.getByRole("button", { name: "Undo" }).first().click();
  await expect(markdown(again)).toHaveValue("Written, not saved");
  await again.clock.runFor(30_000);
  await expect(again.getByText(/^Saved/).first()).toBeVisible();
  await expect.poll(() => keptDrafts(again)).toBe(0);
  await again.reload();
  await expect(markdown(again)).toHaveValue("Written, not saved");
  await expect(restored(again)).toHaveCount(0);
});

test("keeps unsaved text separately in two tabs", { tag: "@always" }, async ({ page, context }) => {
  const { base } = await enterProject(page);
  await writeNotes(page, base);
  const address = page.url();
  const beside = await context.newPage();
  for (const each of [page, beside]) await withoutAutosave(each);
  await beside.goto(address);
  // The page takes part once its tabs do.
  await expect(async () => {
    await beside.getByRole("tab", { name: "Coverage" }).click();
    await expect(beside.getByRole("table", { name: "Commits" })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await beside.getByRole("tab", { name: "Notes" }).click();
  await markdown(beside).fill("Of the second tab");
  await expect.poll(() => keptDrafts(page)).toBe(1);
  await markdown(page).fill("Of the first tab");
  await expect.poll(() => keptDrafts(page)).toBe(2);
  await crash(page);
  await crash(beside);

  for (const words of ["Of the first tab", "Of the second tab"]) {
    const again = await context.newPage();
    await again.goto(address);
    await expect(markdown(again)).toHaveValue(words);
    await again.getByRole("button", { name: "Discard" }).click();
    await expect(markdown(again)).toHaveValue(/Breaking changes/);
    await again.close();
  }
});

test("what somebody else changes is seen, kept, and asked about where both changed the text", async ({
  page,
}) => {
  const { base, project } = await enterProject(page);
  await writeNotes(page, base);
  const api = `/api/projects/${project.id}/releases/${page.url().split("/").at(-1)}`;
  await withoutAutosave(page);
  const lines = (middle: string) =>
    `${"# Notes\n\nThe first line\n\nThe second line\n\n"}${middle}\n\nThe end\n`;
  const change = async (data: object) => expect((await page.request.put(api, { data })).status()).toBe(200);

  await change({ content: lines("In the middle") });
  await expect(markdown(page)).toHaveValue(lines("In the middle"), { timeout: 10_000 });

  await markdown(page).fill(lines("In my middle"));
  await change({ title: "Their title" });
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Their title", { timeout: 10_000 });
  await expect(markdown(page)).toHaveValue(lines("In my middle"));

  await change({ content: lines("In their middle") });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const conflict = page.getByRole("dialog", { name: "Somebody else changed this too" });
  const difference = conflict.getByRole("region", { name: "Markdown: from theirs to yours" });
  await expect(difference).toContainText("Removed: In their middle");
  await expect(difference).toContainText("Added: In my middle");
  await expect(difference).not.toContainText("The first line");
  await inspect(page, "release-conflict");
  await conflict.getByLabel("Keep mine").check();
  await conflict.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
  const stored = await (await page.request.get(api)).json();
  expect([stored.title, stored.content]).toEqual(["Their title", lines("In my middle")]);
});
