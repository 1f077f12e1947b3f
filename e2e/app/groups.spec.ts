import { sql } from "drizzle-orm";
import { expect, expectAccessible, inspect, test } from "./browser";
import { copied, makeCopies } from "./copies";
import {
  confirmProduction,
  enterGroup,
  makeEnvironment,
  makeGroup,
  makeGroupFlag,
  makeKey,
  makeRecord,
  overrideInStaging,
  sdkFlags,
} from "./flag-workspace";
import { enterProject, titleIn } from "./workspace";

test("from nothing to a record whose override a program sees", async ({ page }) => {
  const { project, team, base } = await enterProject(page);
  const { key } = await makeKey(page, project);
  const recordId = `tenant-${team.referenceId}`;
  await page.goto(`${base}/flags/groups`);
  await inspect(page, "groups-empty");

  await test.step("a group", async () => {
    await page.getByRole("button", { name: "Create your first group" }).click();
    const dialog = page.getByRole("dialog", { name: "New group" });
    await dialog.getByLabel("Name", { exact: true }).fill("Tenants");
    await expect(dialog.getByLabel("Key")).toHaveValue("tenants");
    await dialog.getByLabel("Description").fill("Companies that pay us");
    await dialog.getByRole("button", { name: "blue" }).click();
    await expect(dialog.getByLabel("Colour")).toHaveValue("#2563eb");
    await inspect(page, "group-new");
    await dialog.getByRole("button", { name: "Create group" }).click();
    await expect(page.getByRole("heading", { name: "Tenants", level: 1 })).toBeVisible();
    await inspect(page, "group-empty");
  });

  await test.step("a flag", async () => {
    await page.getByRole("button", { name: "Create its first flag" }).click();
    const dialog = page.getByRole("dialog", { name: "New flag" });
    await dialog.getByLabel("Name", { exact: true }).fill("New checkout");
    await dialog.getByRole("button", { name: "Create flag" }).click();
    await expect(page.getByRole("button", { name: "New checkout", exact: true })).toBeVisible();
  });

  await test.step("a record", async () => {
    await page.getByRole("button", { name: "Create its first record" }).click();
    const dialog = page.getByRole("dialog", { name: "New record" });
    await dialog.getByLabel("ID").fill("not an id");
    await dialog.getByLabel("Metadata").fill("[1]");
    await dialog.getByRole("button", { name: "Create record" }).click();
    await expect(dialog.getByLabel("ID")).toHaveAccessibleDescription(
      /letters, digits, underscores or dashes/,
    );
    await expect(dialog.getByLabel("Metadata")).toHaveAccessibleDescription(/must be an object/);
    await inspect(page, "record-new-errors");
    await dialog.getByLabel("ID").fill(recordId);
    await dialog.getByLabel(/^Name/).fill("Acme Inc.");
    await dialog.getByLabel("Metadata").fill('{"plan":"pro"}');
    await dialog.getByRole("button", { name: "Create record" }).click();
    await expect(page.getByRole("heading", { name: "Acme Inc.", level: 1 })).toBeVisible();
    expect(await sdkFlags(page, recordId, key)).toEqual({
      "new-checkout": { enabled: false, rollout: 100, source: "group-default" },
    });
  });

  await test.step("an override, which production asks about once", async () => {
    const cell = page.getByRole("group", { name: "New checkout in Production" });
    await cell.getByRole("radio", { name: "On" }).click();
    await confirmProduction(page);
    await expect(cell.getByRole("radio", { name: "On" })).toBeChecked();
    await expect(page.getByText("“New checkout” is on in Production").first()).toBeVisible();
    expect(await sdkFlags(page, recordId, key)).toEqual({
      "new-checkout": { enabled: true, rollout: 100, source: "record" },
    });
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect(cell.getByRole("radio", { name: "Inherit" })).toBeChecked();
    await expect
      .poll(async () => (await sdkFlags(page, recordId, key))["new-checkout"].source)
      .toBe("group-default");
  });
});

test("the defaults of a group's flag are switched, edited and undone, and shown for any record", async ({
  page,
}) => {
  const { record, key, groupBase } = await enterGroup(page);
  await page.goto(groupBase);
  const isOn = page.getByRole("switch", { name: "New checkout is enabled" });
  await isOn.click();
  await confirmProduction(page);
  await expect(isOn).toBeChecked();
  await expect.poll(async () => (await sdkFlags(page, record.id, key)).checkout.enabled).toBe(true);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(isOn).not.toBeChecked();
  await expect.poll(async () => (await sdkFlags(page, record.id, key)).checkout.enabled).toBe(false);

  await page.getByRole("button", { name: "New checkout", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "New checkout", exact: true });
  await panel.getByLabel("Who gets it?").fill("tenant-1");
  await panel.getByRole("switch", { name: "Enabled" }).click();
  await panel.getByLabel("Rollout in percent").fill("20");
  await expect(panel.getByRole("status").filter({ hasText: "tenant-1" })).toHaveText(
    /On\s*tenant-1 is in bucket 16\.79, below 20/,
  );
  await inspect(page, "group-flag-panel");
  await panel.getByRole("button", { name: "Save changes" }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole("cell", { name: "20%" })).toBeVisible();

  const preview = page.getByRole("list", { name: "Answers" });
  const id = page.getByLabel("Record ID");
  await expect(id).toHaveValue("tenant-1");
  await expect(preview).toContainText("bucket 16.79, below 20");
  await id.fill("tenant-2");
  await expect(preview).toContainText("bucket 22.88, not below 20");
  await expect(page.getByText("Tenants has no record tenant-2 yet")).toBeVisible();
  await inspect(page, "group");
});

test("the preview counts a record's overrides", async ({ page }) => {
  const place = await enterGroup(page);
  const { record, groupBase } = place;
  await overrideInStaging(page, place);
  await page.goto(groupBase);
  await page.getByLabel("Record ID").fill(record.id);
  const preview = page.getByRole("list", { name: "Answers" });
  await expect(preview).toContainText("Off");
  await expect(preview.getByText("override")).toHaveCount(0);
  await page.getByRole("combobox", { name: "Environment" }).click();
  await page.getByRole("option", { name: "Staging" }).click();
  await expect(preview.getByText("override")).toBeVisible();
  await expect(preview).toContainText("On");
});

test("groups are edited and deleted, with all that is in them", async ({ page }) => {
  const { base, record, key, groupBase } = await enterGroup(page);
  await page.goto(`${base}/flags/groups`);
  await inspect(page, "groups");
  await page.getByRole("button", { name: "Actions for Tenants" }).click();
  await page.getByRole("menuitem", { name: "Edit group" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit “Tenants”" });
  await dialog.getByLabel("Record prefix").fill("UPPER");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog.getByLabel("Record prefix")).toHaveAccessibleDescription(/2 to 5 lower-case/);
  await expectAccessible(page, "edit group");
  await dialog.getByLabel("Record prefix").fill("org");
  await dialog.getByLabel("Name", { exact: true }).fill("Organisations");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("link", { name: "Organisations" })).toBeVisible();
  await page.getByRole("link", { name: "Organisations" }).click();
  await expect(page).toHaveURL(groupBase);
  await page.getByRole("button", { name: "Actions for Organisations" }).click();
  await page.getByRole("menuitem", { name: "Edit group" }).click();
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Firms");
  await page.getByRole("dialog").getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("heading", { name: "Firms", level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/^Firms · /);
  await page.getByRole("button", { name: "Actions for Firms" }).click();
  await page.getByRole("menuitem", { name: "Delete group" }).click();
  const confirm = page.getByRole("alertdialog");
  await confirm.getByRole("textbox").fill("tenants");
  await confirm.getByRole("button", { name: "Delete group" }).click();
  await expect(page.getByRole("heading", { name: "No groups yet" })).toBeVisible();
  expect(await sdkFlags(page, record.id, key)).toBe(404);
});

test("flags and records of a group are filtered and deleted", async ({ page }) => {
  const { project, group, record, key, groupBase } = await enterGroup(page);
  for (let index = 1; index <= 9; index += 1)
    await makeRecord(page, project, group, { name: `Other ${index}` });
  await page.goto(groupBase);
  await page.getByRole("searchbox", { name: "Filter records" }).fill("acme");
  await expect(page.getByRole("status").filter({ hasText: "1 found" })).toBeVisible();
  await expect(page).toHaveURL(`${groupBase}?records-q=acme`);
  await page.getByRole("link", { name: record.id }).click();
  await expect(page.getByRole("heading", { name: "Acme Inc.", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Actions for Acme Inc." }).click();
  await page.getByRole("menuitem", { name: "Delete record" }).click();
  const confirm = page.getByRole("alertdialog");
  await confirm.getByRole("textbox").fill(record.id);
  await confirm.getByRole("button", { name: "Delete record" }).click();
  await expect(page).toHaveURL(groupBase);
  expect(await sdkFlags(page, record.id, key)).toBe(404);
  await page.getByRole("button", { name: "Actions for New checkout" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await confirm.getByRole("textbox").fill("checkout");
  await confirm.getByRole("button", { name: "Delete flag" }).click();
  await expect(page.getByRole("heading", { name: "No flags in this group yet" })).toBeVisible();
});

test("groups and records that are not there answer 404, and those that are have titles", async ({ page }) => {
  const { project, group, record, base, groupBase } = await enterGroup(page);
  const other = await makeGroup(page, project, { name: "Devices" });
  for (const path of [
    `${base}/flags/groups/unknown`,
    `${base}/flags/groups/${project.referenceId}`,
    `${groupBase}/records/unknown`,
    `${base}/flags/groups/${other.id}/records/${record.id}`,
  ]) {
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(404);
    expect(titleIn(await answer.text()), path).toBe("Not found · Fieldkit");
  }
  for (const [path, title] of [
    [`${base}/flags/groups`, "Flag groups"],
    [groupBase, group.name],
    [`${groupBase}/records/${record.id}`, "Acme Inc."],
  ] as const) {
    const html = await (await page.request.get(path)).text();
    expect(titleIn(html)).toBe(`${title} · ${project.name} · Fieldkit`);
  }
});

test("a value that the service refuses goes back and says why", async ({ page }) => {
  const { record, groupBase } = await enterGroup(page);
  await page.goto(`${groupBase}/records/${record.id}`);
  await page.route("**/values/*", (route) =>
    route.fulfill({ status: 503, json: { error: "The database cannot be reached", code: "unavailable" } }),
  );
  const cell = page.getByRole("group", { name: "New checkout in Staging" });
  await cell.getByRole("radio", { name: "On" }).click();
  await expect(page.getByText("“New checkout” could not be changed in Staging").first()).toBeVisible();
  await expect(cell.getByRole("radio", { name: "Inherit" })).toBeChecked();
});

const long = "A name as long as names may get ".repeat(7).slice(0, 200).trim();

test("the longest names and many environments", async ({ page }) => {
  const { project, base } = await enterProject(page);
  for (const name of ["Staging", "Preview", "Europe", "Load test", long]) {
    await makeEnvironment(page, project, name);
  }
  const group = await makeGroup(page, project, { name: long, description: long, key: "k".repeat(128) });
  await makeGroupFlag(page, project, group, { name: long, key: "f".repeat(128) });
  const id = `${project.referenceId}-${"r".repeat(100)}`;
  await makeRecord(page, project, group, { id, name: long, metadata: { text: long, list: [1, 2, 3] } });
  const groupBase = `${base}/flags/groups/${group.id}`;
  for (const [name, path] of [
    ["groups-long", `${base}/flags/groups`],
    ["group-long", groupBase],
    ["record-long", `${groupBase}/records/${id}`],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("table").first()).toBeVisible();
    await inspect(page, name);
  }
});

test("the flags and the records of a group are listed in pages, each with its place in the address", async ({
  page,
}) => {
  const { project, group, record, groupBase } = await enterGroup(page);
  await makeCopies("records", record, 55, { id: copied.numbered(`${record.id}-`, 2), name: sql`null` });
  await makeGroupFlag(page, project, group, { name: "Beta", key: "beta" });
  await page.goto(groupBase);
  const part = (name: string) => page.getByRole("region", { name, exact: true });
  const records = part("Records").getByRole("row");
  await expect(records).toHaveCount(51);
  await part("Records").getByRole("button", { name: "ID", exact: true }).click();
  await expect(records.nth(1)).toContainText(record.id);
  await part("Records").getByRole("button", { name: "Next" }).click();
  await expect(records).toHaveCount(7);
  await part("Flags").getByRole("button", { name: "Flag", exact: true }).click();
  await expect(part("Flags").getByRole("row").nth(1)).toContainText("New checkout");
  await page.goBack();
  await expect(part("Flags").getByRole("row").nth(1)).toContainText("Beta");
  await expect(records).toHaveCount(7);
  await page.goBack();
  await expect(records).toHaveCount(51);
  await page.getByLabel("Record ID").fill(`${record.id}-55`);
  await expect(page.getByText(`${record.id}-55 gets, with its overrides`)).toBeVisible();

  await part("Records").getByRole("checkbox", { name: "Select Acme Inc." }).check();
  await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText(/^Record “.*” deleted/).first()).toBeVisible();
  await expect(part("Records").getByText("Acme Inc.")).toHaveCount(0);
});
