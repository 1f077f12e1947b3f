import { expect, expectAccessible, inspect, test } from "./browser";
import { openInbox, row, rows, sendJson, sendTo } from "./inbox";

test("rows tell what was sent, by whom, and on which day", async ({ page }) => {
  const { url, inbox, base } = await openInbox(page, { name: "Deliveries" });
  await sendTo(url, {
    path: "/hooks",
    headers: { "x-github-event": "pull_request", "content-type": "application/json" },
    body: '{"action":"opened","number":7}',
  });
  await sendJson(url, "", { id: "evt_1", data: { object: { type: "card" } }, type: "invoice.paid" });
  await sendTo(url, {
    path: "/builds",
    headers: { "content-type": "text/plain" },
    body: "Build 7 failed\nsee log",
  });
  await expect(rows(page)).toHaveCount(3);
  await expect(row(page, "pull_request opened")).toContainText("GitHub · /hooks · 30 B");
  await expect(row(page, "invoice.paid")).toHaveCount(1);
  await expect(row(page, "/builds")).toContainText("Build 7 failed");
  await expect(row(page, "see log")).toHaveCount(0);
  await inspect(page, "captures-told");

  await page.clock.setFixedTime(Date.now() + 86_400_000);
  await page.goto(`${base}/webhooks/${inbox.id}`);
  await expect(page.getByText("Yesterday", { exact: true })).toHaveCount(1);
});

test("two captures are compared, line by line", async ({ page }) => {
  const { url } = await openInbox(page, { name: "Orders" });
  await sendJson(url, "/orders", { type: "order.created", order: { id: 1, total: 10, currency: "EUR" } });
  await sendJson(url, "/other", { type: "ping" });
  await sendJson(url, "/orders", { type: "order.created", order: { id: 2, total: 10, currency: "EUR" } });
  await expect(rows(page)).toHaveCount(3);
  await rows(page).first().click();
  await page.keyboard.press("d");
  const dialog = page.getByRole("dialog", { name: "Compare request 3" });
  await expect(dialog.getByRole("combobox", { name: "Compare with" })).toContainText(
    "1 · POST order.created",
  );
  const bodies = dialog.getByRole("region", { name: "Differences of the bodies" });
  await expect(bodies.getByText("Removed:")).toHaveCount(1);
  await expect(bodies).toContainText('"id": 2');
  await expect(bodies.getByText('"total": 10')).toHaveCount(1);
  await inspect(page, "captures-compared");

  await dialog.getByRole("combobox", { name: "Compare with" }).click();
  await page.getByRole("option", { name: /^2 · POST ping/ }).click();
  await expect(dialog.getByRole("region", { name: "Differences of the headers" })).toContainText("/other");
  await expectAccessible(page, "captures compared");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});
