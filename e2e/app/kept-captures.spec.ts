import { expect, inspect, takePicture, test } from "./browser";
import { detail, list, openInbox, row, rows, sendJson, sendTo } from "./inbox";

test("a pinned request with a note outlives the others, and everybody reads the note", async ({ page }) => {
  const { url, inbox, base } = await openInbox(page, { name: "Pinned" });
  await sendJson(url, "/first", { type: "order.created" });
  await expect(rows(page)).toHaveCount(1);
  await row(page, "order.created").click();
  await page.keyboard.press("p");
  await expect(detail(page).getByRole("button", { name: "Unpin" })).toBeVisible();
  await expect(row(page, "order.created").getByRole("img", { name: "Pinned" })).toBeVisible();

  await page.keyboard.press("n");
  const note = detail(page).getByRole("textbox", { name: "Note" });
  await expect(note).toBeFocused();
  await note.fill("The first order <b>with</b> two currencies");
  await page.keyboard.press("Control+Enter");
  await expect(note).toBeHidden();
  await expect(detail(page).getByRole("region", { name: "Note" })).toContainText("two currencies");
  await expect(row(page, "order.created")).toContainText("The first order <b>with</b>");

  for (let sent = 0; sent < 51; sent += 1) await sendTo(url, { path: `/later-${sent}` });
  await expect(rows(page)).toHaveCount(51);
  await expect(row(page, "order.created")).toBeVisible();
  await page.goto(`${base}/webhooks/${inbox.id}`);
  await expect(rows(page)).toHaveCount(51);
  await row(page, "order.created").click();
  await inspect(page, "capture-pinned");

  await page.getByRole("button", { name: "Actions for all requests" }).click();
  await page.getByRole("menuitem", { name: "Delete all requests" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete all" }).click();
  await expect(rows(page)).toHaveCount(1);
  await detail(page).getByRole("button", { name: "Unpin" }).click();
  await expect(page.getByText("Request unpinned, which deletes it").first()).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
});

test("a share link shows a request to signed-out visitors without masked values", {
  tag: "@always",
}, async ({ page, browser }) => {
  const { url } = await openInbox(page, { name: "Shared" });
  await sendTo(url, {
    path: "/hook?key=abc",
    headers: { authorization: "Bearer sk_live_secret", "content-type": "text/html" },
    body: "<h1>Not a heading</h1> sk_live_secret",
  });
  await expect(rows(page)).toHaveCount(1);
  await rows(page).first().click();
  await detail(page).getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share request 1" });
  await expect(dialog.getByRole("checkbox", { name: "authorization" })).toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: "content-type" })).not.toBeChecked();
  await dialog.getByRole("button", { name: "Make a link" }).click();
  const links = dialog.getByRole("region", { name: "Open links" });
  await expect(links.getByRole("listitem")).toHaveCount(1);
  await expect(links).toContainText("not opened yet");
  await inspect(page, "capture-sharing");
  const address = await dialog
    .getByText(/\/-\/shared\/[\w-]{43}/)
    .first()
    .textContent();
  const shared = /http\S+\/-\/shared\/[\w-]{43}/.exec(address ?? "")?.[0] ?? "";

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(shared);
  await expect(stranger.getByRole("heading", { level: 1 })).toContainText("POST /hook?key=abc");
  await expect(stranger.getByText("<h1>Not a heading</h1> [masked]")).toBeVisible();
  expect(await stranger.content()).not.toContain("sk_live_secret");
  // Nothing runs in this page, also no script of a test that judges it.
  await takePicture(stranger, "shared-capture");

  await expect(links).toContainText("opened 1 time");
  await links.getByRole("button", { name: "End link" }).click();
  await expect(links).toBeHidden();
  await stranger.reload();
  await expect(stranger.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
  await takePicture(stranger, "shared-capture-ended");
  await stranger.context().close();
});

test("what long bodies hold is found step by step, and the search can be stopped", async ({ page }) => {
  const { url, inbox, base } = await openInbox(page, { name: "Long" });
  const long = (text: string) => `${"x".repeat(300_000)} ${text}`;
  for (let sent = 0; sent < 20; sent += 1) {
    await sendTo(url, { path: `/long-${sent}`, body: long(sent % 10 === 0 ? "needle" : "hay") });
  }
  await page.goto(`${base}/webhooks/${inbox.id}?q=needle`);
  await expect(rows(page)).toHaveCount(2);
  await expect(list(page).getByText("2 of 20", { exact: true })).toBeVisible();

  // The second step never comes, so what the first one found stays, and the search can be ended.
  let steps = 0;
  await page.route(/\/search\?/, async (route) => {
    steps += 1;
    if (steps === 1) await route.continue();
  });
  await list(page).getByRole("searchbox").fill("hay");
  await expect(list(page).getByText(/^\d+ of 20 searched…$/)).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await list(page).getByRole("button", { name: "Stop" }).click();
  await expect(list(page).getByText(/^\d+ of 20 searched$/)).toBeVisible();
});

test("an inbox says what it keeps", async ({ page }) => {
  const { inbox, base } = await openInbox(page, { name: "Kept" });
  await page.goto(`${base}/webhooks/${inbox.id}/settings`);
  await expect(page.getByText("The newest 50 requests are kept for 12 hours")).toBeVisible();
});
