import { expect, inspect, test } from "./browser";
import { sendJson } from "./inbox";
import { enter, makeProject } from "./workspace";

test("a collection is made, filled by its callers, looked at and reset", async ({ page }) => {
  const { team } = await enter(page);
  const project = await makeProject(page, team);
  const base = `/${team.slug}/${project.slug}/mocks/collections`;
  await page.goto(base);
  await expect(page.getByRole("heading", { name: "No collections yet" })).toBeVisible();
  await inspect(page, "collections-empty");

  await page.getByRole("link", { name: "New collection" }).click();
  const form = page.getByRole("form", { name: "New collection" });
  await form.getByLabel("Name").fill("Customers");
  await form.getByLabel("Path").fill("customers/:id");
  await form.getByLabel("Items").fill('[{"name": "Ada"');
  await form.getByRole("button", { name: "Create collection" }).click();
  await expect(form.getByText("Items is not JSON").first()).toBeVisible();
  await form.getByLabel("Items").fill('[{"name": "Ada", "city": "London"}, {"name": "Grace"}]');
  await expect(form.getByText("2 items")).toBeVisible();
  await form.getByRole("button", { name: "Create collection" }).click();
  await expect(form.getByText("Path must be a plain path without placeholders")).toBeVisible();
  await inspect(page, "collection-form-faulty");
  await form.getByLabel("Path").fill("customers");
  await form.getByRole("button", { name: "Create collection" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
  const items = page.getByRole("table", { name: "Items" });
  await expect(items.getByText("London")).toBeVisible();
  const made = { name: "Edsger", nested: { a: 1 } };
  const added = await sendJson(project.mockBaseUrl, "/customers", made);
  expect([added.status, JSON.parse(added.text)]).toEqual([201, { id: 3, ...made }]);
  // Nobody has told this page; it looks by itself.
  await expect(items.getByText("Edsger")).toBeVisible();
  await expect(page.getByText("The items differ from the seed.")).toBeVisible();
  await inspect(page, "collection");
  await page.getByRole("button", { name: "Actions for item 3" }).click();
  await page.getByRole("menuitem", { name: "Look at it" }).click();
  await expect(page.getByRole("dialog", { name: "Item 3" }).getByText("nested")).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Reset" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Reset", exact: true }).click();
  await expect(items.getByText("Edsger")).toHaveCount(0);
  await expect(page.getByText("The items differ from the seed.")).toHaveCount(0);

  await page.goto(base);
  await page.getByRole("switch", { name: "Customers is on" }).click();
  await expect(page.getByText("“Customers” is off").first()).toBeVisible();
  await inspect(page, "collections");
  await page.getByRole("button", { name: "Actions for Customers" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete collection" }).click();
  await expect(page.getByText("Collection “Customers” deleted").first()).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(page.getByRole("link", { name: "Customers" })).toBeVisible();
});
