import { readFile } from "node:fs/promises";
import { expect, expectAccessible, inspect, test } from "./browser";
import {
  clipboard,
  detail,
  exported,
  list,
  openInbox,
  pasteIntoShell,
  row,
  rows,
  sendJson,
  sendTo,
} from "./inbox";
import { listenAsTarget } from "./replay-target";

test.beforeEach(({ context }) => context.grantPermissions(["clipboard-read", "clipboard-write"]));

test("method and full text filter the list, and stay in the address", async ({ page }) => {
  const { url } = await openInbox(page, { name: "Filtered" });
  await sendJson(url, "/orders", { customer: "Ada" });
  await sendTo(url, { method: "GET", path: "/health?deep=yes" });
  await sendTo(url, { method: "PUT", path: "/long", body: `${"x".repeat(200_000)}needle at the end` });
  await expect(rows(page)).toHaveCount(3);

  const search = list(page).getByRole("searchbox");
  await search.fill("ada");
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, "/orders")).toBeVisible();
  await expect(page).toHaveURL(/[?&]q=ada/);

  // Only the API has the end of a long body.
  await search.fill("needle AT the end");
  await expect(row(page, "/long")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);

  await search.fill("");
  await list(page).getByRole("combobox", { name: "Method" }).click();
  await page.getByRole("option", { name: "GET" }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/[?&]method=GET/);
  await sendTo(url, { method: "POST", path: "/hidden-by-the-filter" });
  await sendTo(url, { method: "GET", path: "/shown" });
  await expect(row(page, "/shown")).toBeVisible();
  await expect(rows(page)).toHaveCount(2);

  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await search.fill("nowhere to be found");
  await expect(page.getByText("No request matches the filter.")).toBeVisible();
  await inspect(page, "inbox-nothing-matches");
  await page.getByRole("button", { name: "Clear the filter" }).click();
  await expect(rows(page)).toHaveCount(5);
  await expect(page).not.toHaveURL(/method|q=/);
});

test("shows the body, headers, query, sender and time of a request", { tag: "@always" }, async ({ page }) => {
  const { url } = await openInbox(page, { name: "Detailed" });
  await sendTo(url, {
    path: "/orders?page=1&tag=a&tag=b%20c",
    headers: { "content-type": "application/json", "X-Second": "2", "X-First": "1" },
    body: '{"id":12345678901234567890,"lines":[{"sku":"A"}]}',
  });
  await sendTo(url, {
    path: "/form",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "text=hello+world&text=again",
  });
  await sendTo(url, { path: "/bytes", body: Buffer.from([0xff, 0x00, 0x41, 0x42]) });

  await row(page, "/orders").click();
  const body = detail(page).getByRole("region", { name: "Body", exact: true });
  await expect(body).toContainText("id: 12345678901234567890");
  await expect(detail(page)).toContainText("127.0.0.1");
  await detail(page).getByRole("button", { name: "Text" }).click();
  await expect(detail(page).getByRole("region", { name: "Body as text" })).toHaveText(/^\{"id":1234/);
  await detail(page).getByRole("button", { name: "Hex" }).click();
  await expect(detail(page).getByRole("region", { name: "Body as hex" })).toContainText('|{"id":1234567890|');

  await page.getByRole("tab", { name: /Headers/ }).click();
  const names = await detail(page).getByLabel("Headers", { exact: true }).locator("dt").allTextContents();
  expect(names.filter((name) => /^X-/.test(name))).toEqual(["X-Second", "X-First"]);
  await inspect(page, "capture-headers");
  await page.getByRole("tab", { name: /Query/ }).click();
  await expect(detail(page).getByLabel("Query", { exact: true }).locator("dd:first-of-type")).toHaveText([
    "1",
    "a",
    "b c",
  ]);
  await page.getByRole("tab", { name: "Raw" }).click();
  await expect(detail(page).getByRole("region", { name: "Raw request" })).toContainText(
    /POST \/api\/webhook\/\w{16}\/orders\?page=1&tag=a&tag=b%20c HTTP\/1\.1/,
  );

  // The chosen part stays from one capture to the next.
  await row(page, "/form").click();
  await expect(detail(page).getByRole("region", { name: "Raw request" })).toContainText("text=hello+world");
  await page.getByRole("tab", { name: "Body" }).click();
  await detail(page).getByRole("button", { name: "Form" }).click();
  await expect(detail(page).getByLabel("Fields of the form")).toContainText("hello world");
  await row(page, "/bytes").click();
  await expect(detail(page).getByRole("button", { name: "Text" })).toBeDisabled();
  await expect(detail(page).getByRole("region", { name: "Body as hex" })).toContainText("ff 00 41 42");
});

test("a capture can be copied as cURL, downloaded, replayed and made a mock", async ({ page }) => {
  const { url } = await openInbox(page, { name: "Tools" });
  const body = `{"text":"it's \\"quoted\\" & ünïcode","filler":"${"y".repeat(20_000)}"}`;
  const headers = { "content-type": "application/json", "x-signature": "sha256=abc" };
  await sendTo(url, { method: "PATCH", path: "/orders/17?dry=1", headers, body });
  await row(page, "/orders/17").click();

  await test.step("copy as cURL", async () => {
    await page.getByRole("button", { name: "Copy as cURL" }).click();
    await expect(page.getByText("Command copied").first()).toBeVisible();
    await pasteIntoShell(await clipboard(page));
    await expect(rows(page)).toHaveCount(2);
    const [again, original] = JSON.parse((await exported(page, "JSON")).text);
    for (const field of ["method", "path", "rawUrl", "body", "size"] as const) {
      expect(again?.[field], field).toEqual(original?.[field]);
    }
    expect(again?.headers).toMatchObject(headers);
  });

  await test.step("download the body", async () => {
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download body" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("request-1.bin");
    expect(await readFile(await download.path(), "utf8")).toBe(body);
  });

  await test.step("replay", async () => {
    await page.getByRole("button", { name: "Replay" }).click();
    const dialog = page.getByRole("dialog", { name: "Replay request" });
    await dialog.getByLabel("URL").fill("http://10.0.0.1/private");
    await dialog.getByRole("button", { name: "Replay" }).click();
    await expect(dialog.getByText(/URL|address|public/).last()).toBeVisible();
    await expectAccessible(page, "replay, refused");
    const target = await listenAsTarget();
    await dialog.getByLabel("URL").fill(`${target.url}/elsewhere?x=1`);
    await dialog.getByRole("button", { name: "Replay" }).click();
    await expect(dialog.getByText("418")).toBeVisible();
    await expect(dialog.getByRole("region", { name: "Answer's body" })).toContainText("short: true");
    await inspect(page, "replay");
    await target.close();
    expect(target.got).toEqual([
      { method: "PATCH", url: "/elsewhere/orders/17?x=1&dry=1", body, signature: "sha256=abc" },
    ]);
    await page.keyboard.press("Escape");
  });

  await test.step("make a mock", async () => {
    await page.getByRole("link", { name: "Make a mock" }).click();
    const form = page.getByRole("form", { name: "New mock" });
    await expect(form.getByLabel("Name", { exact: true })).toHaveValue("PATCH /orders/17");
    await expect(form.getByLabel("Endpoint")).toHaveValue("/orders/17");
    await form.getByRole("button", { name: "Create mock" }).click();
    await page.waitForURL(/\/mocks\/[0-9a-f-]{36}$/);
    const mockUrl = url.replace(/\/api\/webhook\/.*/, "/api/mock/orders/17");
    expect(await sendTo(mockUrl, { method: "PATCH" })).toEqual({ status: 200, text: "{}" });
  });
});
