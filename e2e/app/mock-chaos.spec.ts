import { expect, inspect, test } from "./browser";
import { choose, openMock, somebodyElse } from "./mock-form";

test("chaos is started, seen by everybody, changed and ended", async ({ page, browser }) => {
  const room = await openMock(page);
  const list = room.url.replace(/\/[^/]*$/, "");
  const other = await somebodyElse(browser, room);
  await other.goto(room.url);
  await page.goto(list);
  await page.getByRole("button", { name: "More about mocks" }).click();
  await page.getByRole("menuitem", { name: "Chaos…" }).click();
  const dialog = page.getByRole("dialog", { name: "Chaos among mocks" });
  await expect(dialog.getByLabel("Share of calls")).toHaveValue("10");
  await dialog.getByLabel("Share of calls").fill("101");
  await dialog.getByLabel("Status code").fill("200");
  await dialog.getByRole("button", { name: "Start chaos" }).click();
  await expect(dialog.getByText("Share of calls must be a whole number from 1 to 100")).toBeVisible();
  await expect(dialog.getByText("Status code must be a whole number from 400 to 599")).toBeVisible();
  await inspect(page, "mock-chaos-faulty");
  await dialog.getByLabel("Share of calls").fill("100");
  await dialog.getByLabel("Status code").fill("503");
  await dialog.getByRole("button", { name: "Start chaos" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^All calls get 503 until \d\d:\d\d$/)).toBeVisible();
  await inspect(page, "mock-chaos");

  // Nobody has told this page; it looks by itself.
  await expect(other.getByText(/^All calls get 503 until/)).toBeVisible();
  await other.getByRole("button", { name: "Send request" }).click();
  await expect(other.getByText("503", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "More about mocks" }).click();
  await page.getByRole("menuitem", { name: "Chaos…" }).click();
  await choose(dialog, "They get", "Reset the connection");
  await dialog.getByLabel("Share of calls").fill("20");
  await expect(dialog.getByLabel("Status code")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Change chaos" }).click();
  await expect(page.getByText("20 % of calls have their connection reset until")).toBeVisible();

  await other.getByRole("button", { name: "End now" }).click();
  await expect(other.getByText("Mocks answer as usual again").first()).toBeVisible();
  await expect(other.getByRole("button", { name: "End now" })).toHaveCount(0);
  await expect(other.locator("main")).toBeFocused();
  await expect(page.getByRole("button", { name: "End now" })).toHaveCount(0);
  await other.context().close();
});
