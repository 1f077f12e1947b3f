import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, inspect, test } from "./browser";
import {
  asProgram,
  confirmProduction,
  enterGroup,
  makeEnvironment,
  makeFlag,
  makeGroupFlag,
  makeKey,
  sdkFlags,
} from "./flag-workspace";
import { enterProject, send } from "./workspace";

const halves = [
  { key: "blue", value: "#00f", weight: 50 },
  { key: "red", value: "#f00", weight: 50 },
];

async function chooseType(page: Page, dialog: Locator, name: string) {
  await dialog.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name, exact: true }).click();
}

async function fillVariant(place: Locator, number: number, fields: Record<string, string>) {
  for (const [field, text] of Object.entries(fields)) {
    await place.getByLabel(`${field} of variant ${number}`).fill(text);
  }
}

test("a flag with texts is made, given variants that sum to 100, and explained for a subject", async ({
  page,
}) => {
  const { project, base } = await enterProject(page);
  await makeEnvironment(page, project, "Staging");
  const { key } = await makeKey(page, project);
  const check = async (subject: string) => {
    const path = `/api/projects/${project.referenceId}/flags/check/theme?env=staging&targetingKey=${subject}`;
    return (await asProgram(new URL(path, page.url()).href, key)).body;
  };
  await page.goto(`${base}/flags`);

  await test.step("created with its two values", async () => {
    await page.getByRole("button", { name: "Create your first flag" }).click();
    const dialog = page.getByRole("dialog", { name: "New flag" });
    await dialog.getByLabel("Name", { exact: true }).fill("Theme");
    await chooseType(page, dialog, "Number");
    await dialog.getByLabel("On value").fill("ten");
    await dialog.getByRole("button", { name: "Create flag" }).click();
    await expect(dialog.getByLabel("On value")).toHaveAccessibleDescription(/must be a number/);
    await chooseType(page, dialog, "String");
    await dialog.getByLabel("On value").fill("dark");
    await dialog.getByLabel("Off value").fill("light");
    await inspect(page, "flag-new-typed");
    await dialog.getByRole("button", { name: "Create flag" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("row", { name: /Theme/ })).toContainText("String");
    expect(await check("tenant-1")).toMatchObject({ enabled: false, value: "light", variant: "off" });
  });

  await test.step("given variants", async () => {
    await page.getByRole("button", { name: "Theme", exact: true }).click();
    const panel = page.getByRole("dialog", { name: "Theme", exact: true });
    await panel.getByLabel("Who gets it?").fill("tenant-1");
    await panel.getByRole("switch", { name: "On in Staging" }).click();
    const answer = panel.getByRole("status").filter({ hasText: "tenant-1" }).last();
    await expect(answer).toContainText('gets "dark" (the on value)');
    await panel.getByRole("button", { name: "Values in Staging" }).click();
    await expect(panel.getByText("No variants: everybody it is on for gets the on value.")).toBeVisible();
    await panel.getByRole("button", { name: "Add variant" }).click();
    await fillVariant(panel, 1, { Key: "blue", Value: "#00f", Weight: "40" });
    await panel.getByRole("button", { name: "Add variant" }).click();
    await expect(panel.getByLabel("Key of variant 2")).toBeFocused();
    await expect(panel.getByLabel("Weight of variant 2")).toHaveValue("60");
    await fillVariant(panel, 2, { Key: "red", Value: "#f00", Weight: "59.99" });
    await expect(panel.getByText("Sum 99.99 %, must be 100 %")).toBeVisible();
    await panel.getByRole("button", { name: "Save changes" }).click();
    await expect(panel.getByRole("alert").filter({ hasText: "must be 100 %" })).toBeVisible();
    await panel.getByRole("button", { name: "Split evenly" }).click();
    await expect(panel.getByText("Sum 100 %")).toBeVisible();
    await expect(answer).toContainText(/gets "#(00f|f00)" \(variant (blue|red)/);
    await panel.getByLabel("Rollout in Staging in percent").fill("99.99");
    await inspect(page, "flag-panel-typed");
    const told = (await answer.textContent())?.match(/gets "(#\w+)" \(variant (\w+)/);
    await panel.getByRole("button", { name: "Save changes" }).click();
    await expect(panel).toBeHidden();
    await expect(page.getByRole("row", { name: /Theme/ })).toContainText("0 to 2 variants");
    await expect(page.getByText("99.99 %")).toBeVisible();
    expect(await check("tenant-1")).toMatchObject({ enabled: true, value: told?.[1], variant: told?.[2] });
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect
      .poll(() => check("tenant-1"))
      .toMatchObject({ enabled: false, rollout: 100, value: "light" });
  });
});

test("others' changes of values are seen, and the history puts an exact rollout back", async ({ page }) => {
  const { project, base } = await enterProject(page);
  const values = { type: "string", onValue: "dark", offValue: "light", variants: halves };
  const flag = await makeFlag(page, project, {
    name: "Theme",
    key: "theme",
    rolloutBasisPoints: 3333,
    ...values,
  });
  const path = `/api/projects/${project.referenceId}/flags/${flag.id}`;
  await page.goto(`${base}/flags?flag=theme`);
  const panel = page.getByRole("dialog", { name: "Theme", exact: true });
  await panel.getByLabel("Off value").fill("mine");
  const variants = [{ key: "green", value: "#0f0", weight: 100 }];
  await send(page, "PUT", path, { offValue: "theirs", variants });
  await expect(panel.getByLabel("Key of variant 1")).toHaveValue("green");
  await expect(
    panel.getByText("Off value in Production was changed meanwhile by somebody else"),
  ).toBeVisible();
  await panel.getByRole("button", { name: "Save changes" }).click();
  await confirmProduction(page);
  const conflict = page.getByRole("dialog", { name: "Somebody else changed this too" });
  await expect(conflict).toContainText("theirs");
  await conflict.getByRole("radio", { name: "Keep mine" }).check();
  await conflict.getByRole("button", { name: "Save" }).click();
  await expect(panel).toBeHidden();
  expect(await send(page, "GET", path)).toMatchObject({ offValue: "mine", variants });

  await send(page, "PUT", path, { rollout: 33 });
  await page.goto(`${base}/flags?flag=theme`);
  await panel.getByRole("tab", { name: "History" }).click();
  const changes = panel.getByRole("list", { name: "Changes" }).getByRole("listitem");
  await expect(changes.first()).toContainText(/33\.33 %.*33 %/);
  await inspect(page, "flag-history-typed");
  await changes.first().getByRole("button", { name: "Put back" }).click();
  await expect(page.getByText("It is as it was before").first()).toBeVisible();
  expect(await send(page, "GET", path)).toMatchObject({ rollout: 33, rolloutBasisPoints: 3333 });
  await changes.nth(3).getByRole("button", { name: "Put back" }).click();
  await expect.poll(() => send(page, "GET", path)).toMatchObject({ offValue: "light", variants: halves });
});

test("a record has a value of its own for a flag of its group", async ({ page }) => {
  const { project, group, record, key, groupBase } = await enterGroup(page);
  await page.goto(groupBase);
  await page.getByRole("button", { name: "New flag" }).click();
  const dialog = page.getByRole("dialog", { name: "New flag" });
  await dialog.getByLabel("Name", { exact: true }).fill("Limits");
  await chooseType(page, dialog, "JSON object");
  await dialog.getByLabel("On value").fill('{"seats":');
  await dialog.getByLabel("Off value").fill('{"seats":1}');
  await dialog.getByRole("button", { name: "Create flag" }).click();
  await expect(dialog.getByLabel("On value")).toHaveAccessibleDescription(/is not JSON/);
  await expectAccessible(page, "new typed flag");
  await dialog.getByLabel("On value").fill('{"seats":10}');
  await dialog.getByRole("button", { name: "Create flag" }).click();
  await expect(page.getByRole("row", { name: /Limits/ })).toContainText("JSON object");

  await test.step("its panel has the defaults of all records", async () => {
    await page.getByRole("button", { name: "Limits", exact: true }).click();
    const panel = page.getByRole("dialog", { name: "Limits", exact: true });
    await panel.getByRole("switch", { name: "Enabled" }).click();
    await panel.getByLabel("Rollout in percent").fill("0,5");
    await inspect(page, "group-flag-panel-typed");
    await panel.getByRole("button", { name: "Save changes" }).click();
    await confirmProduction(page);
    await expect(panel).toBeHidden();
    await expect(page.getByRole("cell", { name: "0.5%" })).toBeVisible();
    await page.getByLabel("Record ID").fill(record.id);
    await expect(page.getByRole("list", { name: "Answers" })).toContainText(
      'gets {"seats":1}, the off value',
    );
    await inspect(page, "group-typed");
  });

  await makeGroupFlag(page, project, group, {
    ...{ name: "Theme", key: "theme", defaultEnabled: true },
    ...{ type: "string", onValue: "dark", offValue: "light", variants: halves },
  });
  await page.goto(`${groupBase}/records/${record.id}`);
  await page.getByRole("button", { name: "Override of Theme in Staging: 100 %" }).click();
  const override = page.getByRole("dialog", { name: "Override of “Theme” in Staging" });
  await override.getByRole("button", { name: "Set an own value" }).click();
  await override.getByLabel("Value while it is on").fill("dim");
  await expect(override.getByRole("status")).toContainText('gets "dim" (the override’s own value)');
  await inspect(page, "override-value");
  await override.getByRole("button", { name: "Save override" }).click();
  await expect(override).toBeHidden();
  await expect
    .poll(() => sdkFlags(page, record.id, key, "?env=staging"))
    .toMatchObject({ theme: { enabled: true, value: "dim", source: "record" } });
  const row = page.getByRole("row", { name: /Theme/ });
  await expect(row).toContainText('Gets "dim", the override’s own value');
  await inspect(page, "record-typed");
  await page.getByRole("button", { name: "Override of Theme in Staging: 100 %" }).click();
  await override.getByRole("button", { name: "Use the flag’s value" }).click();
  await override.getByRole("button", { name: "Save override" }).click();
  await expect
    .poll(async () => (await sdkFlags(page, record.id, key, "?env=staging")).theme.source)
    .toBe("group-default");
});
