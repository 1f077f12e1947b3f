import { expect, inspect, test } from "./browser";
import { enterGroup, makeGroupFlag, overrideInStaging, sdkFlags } from "./flag-workspace";
import { send } from "./workspace";

test("a record's grid sets each flag in each environment, and its rollout", async ({ page }) => {
  const { project, group, record, key, groupBase } = await enterGroup(page);
  await makeGroupFlag(page, project, group, {
    name: "Beta",
    key: "beta",
    defaultEnabled: true,
    defaultPercentage: 25,
  });
  await page.goto(`${groupBase}/records/${record.id}`);
  const cell = (place: string) => page.getByRole("group", { name: place });
  await cell("New checkout in Staging").getByRole("radio", { name: "On" }).check();
  await expect
    .poll(() => sdkFlags(page, record.id, key, "?env=staging"))
    .toMatchObject({
      checkout: { enabled: true, source: "record" },
    });
  expect(await sdkFlags(page, record.id, key)).toMatchObject({ checkout: { source: "group-default" } });

  await cell("Beta in Staging").getByRole("radio", { name: "Off" }).check();
  await expect
    .poll(() => sdkFlags(page, record.id, key, "?env=staging"))
    .toMatchObject({
      beta: { enabled: false, rollout: 25, source: "record" },
    });
  await page.getByRole("button", { name: /^Override of New checkout in Staging/ }).click();
  const dialog = page.getByRole("dialog", { name: "Override of “New checkout” in Staging" });
  await dialog.getByLabel("Rollout in percent").fill("101");
  await dialog.getByRole("button", { name: "Save override" }).click();
  await expect(dialog.getByLabel("Rollout in percent")).toHaveAccessibleDescription(/from 0 to 100/);
  await dialog.getByLabel("Rollout in percent").fill("0");
  await inspect(page, "override-rollout");
  await dialog.getByRole("button", { name: "Save override" }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(() => sdkFlags(page, record.id, key, "?env=staging"))
    .toMatchObject({
      checkout: { enabled: false, rollout: 0, source: "record" },
    });
  await page.reload();
  await expect(cell("New checkout in Staging").getByRole("radio", { name: "On" })).toBeChecked();
  await expect(page.getByRole("button", { name: "Override of New checkout in Staging: 0 %" })).toBeVisible();
  await inspect(page, "record");
  await cell("New checkout in Staging").getByRole("radio", { name: "Inherit" }).check();
  await expect
    .poll(() => sdkFlags(page, record.id, key, "?env=staging"))
    .toMatchObject({
      checkout: { enabled: false, rollout: 100, source: "group-default" },
    });
});

test("metadata is checked as JSON while it is typed, and stored as it is", async ({ page }) => {
  const { project, group, record, groupBase } = await enterGroup(page);
  await page.goto(`${groupBase}/records/${record.id}`);
  const form = page.getByRole("form", { name: "Record" });
  const metadata = form.getByLabel("Metadata");
  await metadata.fill('{"plan":');
  await expect(metadata).toHaveAccessibleDescription(/This is not JSON/);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(metadata).toHaveAccessibleDescription(/Metadata is not JSON/);
  await inspect(page, "record-metadata-error");
  await metadata.fill('{"plan":"pro","seats":{"used":3}}');
  await expect(metadata).toHaveAccessibleDescription("Valid JSON · 2 keys");
  await form.getByRole("button", { name: "Format JSON" }).click();
  await expect(metadata).toHaveValue('{\n  "plan": "pro",\n  "seats": {\n    "used": 3\n  }\n}');
  await form.getByLabel(/^Name/).fill("Acme & Sons");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Acme & Sons", level: 1 })).toBeVisible();
  const path = `/api/projects/${project.referenceId}/groups/${group.id}/records/${record.id}`;
  expect(await (await page.request.get(path)).json()).toMatchObject({
    name: "Acme & Sons",
    metadata: { plan: "pro", seats: { used: 3 } },
  });
  const nested = `${'{"a":'.repeat(80)}1${"}".repeat(80)}`;
  await metadata.fill(nested);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toBeVisible();
});

test("what somebody else sets for a record shows within seconds, and only the changed field is saved", async ({
  page,
}) => {
  const place = await enterGroup(page);
  const { project, group, record, groupBase } = place;
  const path = `/api/projects/${project.referenceId}/groups/${group.id}/records/${record.id}`;
  await page.goto(`${groupBase}/records/${record.id}`);
  const form = page.getByRole("form", { name: "Record" });
  await form.getByLabel("Metadata").fill('{"plan":"pro"}');
  await overrideInStaging(page, place);
  const cell = page.getByRole("group", { name: "New checkout in Staging" });
  await expect(cell.getByRole("radio", { name: "On" })).toBeChecked();
  await send(page, "PUT", path, { name: "Acme & Sons" });
  await expect(form.getByLabel(/^Name/)).toHaveValue("Acme & Sons");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Record saved").first()).toBeVisible();
  expect(await send(page, "GET", path)).toMatchObject({ name: "Acme & Sons", metadata: { plan: "pro" } });
});
