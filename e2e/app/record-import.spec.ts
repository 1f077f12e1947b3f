import type { Page } from "@playwright/test";
import { expect, inspect, test } from "./browser";
import { enterGroup } from "./flag-workspace";
import { send } from "./workspace";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Import records" });
const records = (page: Page) => page.getByRole("region", { name: "Records" });

test("records are imported from CSV: first what is created, updated and refused, then the doing", async ({
  page,
}) => {
  const { project, group, record, groupBase } = await enterGroup(page);
  const path = `/api/projects/${project.referenceId}/groups/${group.id}/records`;
  await page.goto(groupBase);
  await records(page).getByRole("button", { name: "Import" }).click();
  const text = dialog(page).getByLabel("Or paste the records");
  await expect(text).toBeFocused();
  await inspect(page, "record-import");
  await text.fill("plan\npro");
  await dialog(page).getByRole("button", { name: "Preview" }).click();
  await expect(dialog(page).getByText("This can't be imported")).toBeVisible();
  await inspect(page, "record-import-faulty");
  const csv = [
    "id,name,plan,metadata.country",
    `tenant-1,"Acme, Inc.",pro,CH`,
    `${record.id},Renamed,free,`,
    "tenant 2,Ada Ltd.,free,DE",
    "tenant-1,Again,free,DE",
    ",Without an id,pro,",
  ].join("\n");
  await text.fill(csv);
  await dialog(page).getByRole("button", { name: "Preview" }).click();
  await expect(
    dialog(page).getByText("Nothing is done yet. 5 records: 2 to be created, 1 to be updated, 2 refused."),
  ).toBeFocused();
  const entries = dialog(page).getByRole("list", { name: "Entries" });
  await expect(entries.getByRole("listitem")).toHaveCount(5);
  await expect(entries.getByText(/^Line 4: id must be 1 to 128 letters/)).toBeVisible();
  await expect(entries.getByText("Line 5: The id tenant-1 is in this file already: Line 2")).toBeVisible();
  await expect(entries.getByText("A new id")).toBeVisible();
  await expect(dialog(page).getByText(/record that is updated is replaced as a whole/)).toBeVisible();
  await inspect(page, "record-import-preview");
  expect((await page.request.get(`${path}/tenant-1`)).status()).toBe(404);

  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(question).toBeHidden();

  // What was typed is kept for another try.
  await dialog(page).getByRole("button", { name: "Back" }).click();
  await expect(text).toHaveValue(csv);
  await dialog(page).getByRole("button", { name: "Preview" }).click();
  await dialog(page).getByRole("button", { name: "Import 3 records" }).click();
  await expect(dialog(page).getByText("Done: 2 created, 1 updated, 2 refused.")).toBeFocused();
  await inspect(page, "record-import-done");
  await dialog(page).getByRole("button", { name: "Refused 2" }).click();
  await expect(entries.getByRole("listitem")).toHaveCount(2);
  await dialog(page).getByText("Close", { exact: true }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(records(page).getByRole("button", { name: "Import" })).toBeFocused();
  await expect(records(page).getByRole("link", { name: "tenant-1", exact: true })).toBeVisible();
  await expect(records(page).getByText("Renamed")).toBeVisible();
  await expect(records(page).getByText("Without an id")).toBeVisible();
  expect(await send(page, "GET", `${path}/tenant-1`)).toMatchObject({
    name: "Acme, Inc.",
    metadata: { plan: "pro", country: "CH" },
  });
});

test("a JSON file is imported in parts, and the list is narrowed by metadata", async ({ page }) => {
  const { groupBase } = await enterGroup(page);
  await page.goto(groupBase);
  await records(page).getByRole("button", { name: "Import" }).click();
  const rows = Array.from({ length: 4100 }, (_, at) => ({
    id: `user-${at}`,
    plan: at % 100 ? "free" : "pro",
    seats: at,
  }));
  await dialog(page)
    .getByLabel("File to import")
    .setInputFiles({
      name: "users.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(rows)),
    });
  await expect(dialog(page).getByText("4,100 records: 4,100 to be created.")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Import 4,100 records" }).click();
  await expect(dialog(page).getByText("Done: 4,100 created.")).toBeVisible();
  await page.keyboard.press("Escape");
  const filter = records(page).getByLabel("Filter by metadata");
  await filter.fill("plan");
  await expect(records(page).getByText(/^Write key:value/)).toBeVisible();
  await expect(filter).toHaveAttribute("aria-invalid", "true");
  await filter.fill("plan:pro");
  await expect(records(page).getByText("41 found")).toBeVisible();
  await expect(page).toHaveURL(/records-metadata=plan:pro/);
  await inspect(page, "records-by-metadata");
  await page.reload();
  await expect(filter).toHaveValue("plan:pro");
  await expect(records(page).getByText("41 found")).toBeVisible();
  await filter.fill("plan:pro,seats:400");
  await expect(records(page).getByRole("row")).toHaveCount(2);
  await filter.fill("plan:none");
  await expect(records(page).getByText("No records match these filters.")).toBeVisible();
});
