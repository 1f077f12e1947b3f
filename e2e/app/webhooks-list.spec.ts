import type { Page } from "@playwright/test";
import { expect, expectAccessible, inspect, test } from "./browser";
import { clipboard, detail, exported, list, openInbox, openMenu, row, rows, sendJson, sendTo } from "./inbox";

test.beforeEach(({ context }) => context.grantPermissions(["clipboard-read", "clipboard-write"]));

/** Captures /1, /2, … with their number as body. */
async function fill(page: Page, url: string, count: number) {
  for (let number = 1; number <= count; number += 1) await sendJson(url, `/${number}`, { number });
  await expect(rows(page)).toHaveCount(count);
}

const shownNumber = (page: Page) => detail(page).getByRole("article");

test("one capture or all of them are deleted after a question", async ({ page }) => {
  const { url } = await openInbox(page, { name: "Deleted" });
  await fill(page, url, 3);
  await row(page, "/2").click();
  await page.getByRole("button", { name: "More actions for this request" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await inspect(page, "capture-delete");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press("Delete");
  await page.getByRole("button", { name: "Delete request" }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(shownNumber(page)).toHaveAccessibleName("Request 1");
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(row(page, "/2")).toHaveCount(0);

  const har = JSON.parse((await exported(page, "HAR")).text);
  expect(
    har.log.entries.map(({ request }: { request: { url: string } }) => new URL(request.url).pathname),
  ).toEqual([expect.stringMatching(/\/1$/), expect.stringMatching(/\/3$/)]);

  await openMenu(page);
  await page.getByRole("menuitem", { name: "Delete all requests" }).click();
  await expectAccessible(page, "delete all");
  await page.getByRole("button", { name: "Delete all" }).click();
  await expect(page.getByText("Waiting for the first request")).toBeVisible();
  await sendJson(url, "/afterwards", {});
  await expect(row(page, "/afterwards")).toBeVisible();
});

test("keyboard shortcuts move through the list and match the buttons", { tag: "@always" }, async ({
  page,
}) => {
  const { url } = await openInbox(page, { name: "Keys" });
  await fill(page, url, 4);
  await row(page, "/4").click();
  await expect(shownNumber(page)).toHaveAccessibleName("Request 4");
  await page.keyboard.press("ArrowDown");
  await expect(shownNumber(page)).toHaveAccessibleName("Request 3");
  await expect(row(page, "/3")).toBeFocused();
  await page.keyboard.press("End");
  await expect(shownNumber(page)).toHaveAccessibleName("Request 1");
  await page.keyboard.press("ArrowUp");
  await expect(shownNumber(page)).toHaveAccessibleName("Request 2");
  await page.keyboard.press("j");
  await expect(shownNumber(page)).toHaveAccessibleName("Request 1");
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  await expect(shownNumber(page)).toHaveAccessibleName("Request 3");

  await page.keyboard.press("h");
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
  await page.keyboard.press("h");
  await page.keyboard.press("c");
  await expect(page.getByText("Command copied").first()).toBeVisible();
  expect(await clipboard(page)).toContain("/3'");

  await page.keyboard.press("/");
  await expect(list(page).getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("pjk");
  await expect(page.getByText("No request matches the filter.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(rows(page)).toHaveCount(4);

  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await inspect(page, "inbox-shortcuts");
  await page.getByRole("switch", { name: "Single keys are shortcuts" }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("h");
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
});

test("on a phone the detail replaces the list, and a link opens one request", {
  tag: "@always",
}, async ({ page }) => {
  const { url } = await openInbox(page, { name: "Phone" });
  await fill(page, url, 2);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(detail(page)).toBeHidden();
  await row(page, "/1").click();
  await expect(list(page)).toBeHidden();
  await expect(shownNumber(page)).toHaveAccessibleName("Request 1");
  await expectAccessible(page, "capture on a phone");
  await page.getByRole("button", { name: "More actions for this request" }).click();
  await page.getByRole("menuitem", { name: "Copy link" }).click();
  const link = await clipboard(page);
  await page.getByRole("button", { name: "All requests" }).click();
  await expect(list(page)).toBeVisible();
  await expectAccessible(page, "inbox on a phone");
  await row(page, "/2").click();
  // The address follows a moment later, and Back would leave the page.
  await expect(page).toHaveURL(/[?&]request=/);
  await page.goBack();
  await expect(list(page)).toBeVisible();

  await page.goto(link);
  await expect(shownNumber(page)).toHaveAccessibleName("Request 1");
  await page.goto(link.replace(/request=.*/, "request=00000000-0000-7000-8000-000000000000"));
  await expect(page.getByText("This request is not here any more")).toBeVisible();
  await inspect(page, "capture-unknown");
  await page.getByRole("button", { name: "Show what is here" }).click();
  await expect(rows(page)).toHaveCount(2);
});

test("settings decide what senders are answered, until the inbox is closed and deleted", async ({ page }) => {
  const { url } = await openInbox(page, { name: "Before" });
  await page.getByRole("link", { name: "Settings" }).last().click();
  const form = page.getByRole("form", { name: "Inbox settings" });
  await form.getByLabel("Name", { exact: true }).fill("After");
  await form.getByRole("switch", { name: "Give an answer of my own" }).click();
  await form.getByLabel("Status code", { exact: true }).fill("99");
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(form.getByText(/Status code must be/)).toBeVisible();
  await form.getByLabel("Status code", { exact: true }).fill("202");
  await form.getByLabel("Body", { exact: true }).fill("taken");
  await inspect(page, "inbox-settings");
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Inbox saved").first()).toBeVisible();
  expect(await sendTo(url)).toEqual({ status: 202, text: "taken" });

  await form.getByLabel("Expires").fill("2020-01-01T00:00");
  await expect(form.getByText("Unsaved changes")).toBeVisible();
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(form.getByText("Unsaved changes")).toBeHidden();
  await expect.poll(async () => (await sendTo(url)).status).toBe(410);
  await page.getByRole("link", { name: "After" }).click();
  await expect(page.getByText("This inbox has expired")).toBeVisible();
  await inspect(page, "inbox-expired");

  await page.getByRole("link", { name: "Webhooks" }).first().click();
  await expect(page.getByRole("table").getByText("Expired")).toBeVisible();
  await inspect(page, "inboxes");
  await page.getByRole("button", { name: "Actions for After" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete inbox" }).click();
  await expect(page.getByRole("heading", { name: "No inboxes yet" })).toBeVisible();
  expect((await sendTo(url)).status).toBe(404);
});
