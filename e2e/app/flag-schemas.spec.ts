import { expect, inspect, test } from "./browser";
import { confirmProduction, enterGroup, makeFlag, makeGroupFlag } from "./flag-workspace";
import { enterProject, send } from "./workspace";

const valueSchema = {
  type: "object",
  properties: { seats: { type: "number", maximum: 100 } },
  required: ["seats"],
};
const limits = {
  name: "Limits",
  key: "limits",
  type: "object",
  onValue: { seats: 10 },
  offValue: { seats: 1 },
};

test("a new flag gets a schema from its value, and learns what does not satisfy it", async ({ page }) => {
  const { project, base } = await enterProject(page);
  await page.goto(`${base}/flags`);
  await page.getByRole("button", { name: "Create your first flag" }).click();
  const dialog = page.getByRole("dialog", { name: "New flag" });
  await dialog.getByLabel("Name", { exact: true }).fill("Limits");
  await dialog.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "String", exact: true }).click();
  await expect(dialog.getByRole("group", { name: "JSON Schema" })).toBeHidden();
  await dialog.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "JSON object", exact: true }).click();
  const added = dialog.getByRole("group", { name: "JSON Schema" });
  await expect(added.getByRole("button", { name: "Make one from the value" })).toBeDisabled();
  await dialog.getByLabel("On value").fill('{"seats": 10}');
  await dialog.getByLabel("Off value").fill('{"seats": "none"}');
  await inspect(page, "flag-new-schema-none");
  await added.getByRole("button", { name: "Make one from the value" }).click();
  const field = dialog.getByLabel("JSON Schema");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(/"required": \[\s*"seats"\s*\]/);
  await dialog.getByRole("button", { name: "Create flag" }).click();
  await expect(dialog.getByLabel("Off value")).toHaveAccessibleDescription(
    /Off value does not satisfy the schema: \/seats is a text, and must be a number/,
  );
  await inspect(page, "flag-new-schema");
  await dialog.getByLabel("Off value").fill('{"seats": 0}');
  await field.fill('{"properties": {"seats": {"type": "colour"}}}');
  await dialog.getByRole("button", { name: "Create flag" }).click();
  await expect(field).toHaveAccessibleDescription(/has a mistake at \/properties\/seats\/type/);
  await field.fill(JSON.stringify(valueSchema));
  await dialog.getByRole("button", { name: "Create flag" }).click();
  await expect(dialog).toBeHidden();
  const [flag] = await send<object[]>(page, "GET", `/api/projects/${project.referenceId}/flags`);
  expect(flag).toMatchObject({ key: "limits", valueSchema });
});

test("the schema of a flag is changed in its panel, for one environment", async ({ page }) => {
  const { project, base } = await enterProject(page);
  const flag = await makeFlag(page, project, { ...limits, valueSchema });
  const stored = () => send<object>(page, "GET", `/api/projects/${project.referenceId}/flags/${flag.id}`);
  await page.goto(`${base}/flags?flag=limits`);
  const panel = page.getByRole("dialog", { name: "Limits", exact: true });
  await expect(panel.getByLabel("JSON Schema")).toHaveValue(/"maximum": 100/);
  await panel.getByLabel("On value").fill('{"seats": 1000}');
  await panel.getByRole("button", { name: "Save changes" }).click();
  await confirmProduction(page);
  await expect(panel.getByLabel("On value")).toHaveAccessibleDescription(
    /On value does not satisfy the schema: \/seats is 1000, which is greater than 100/,
  );
  await inspect(page, "flag-panel-schema");
  await panel.getByLabel("JSON Schema").fill("");
  await expect(panel.getByLabel("JSON Schema")).toBeFocused();
  await panel.getByRole("button", { name: "Save changes" }).click();
  await expect(panel).toBeHidden();
  expect(await stored()).toMatchObject({ valueSchema: null, onValue: { seats: 1000 } });
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect.poll(stored).toMatchObject({ valueSchema, onValue: { seats: 10 } });
});

test("a flag of a group has a schema, and a single record hears of it at its field", async ({ page }) => {
  const { project, group, record, groupBase } = await enterGroup(page);
  await makeGroupFlag(page, project, group, { ...limits, defaultEnabled: true });
  await page.goto(groupBase);
  await page.getByRole("button", { name: "Limits", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "Limits", exact: true });
  await panel.getByRole("button", { name: "Add a schema" }).click();
  await expect(panel.getByLabel("JSON Schema")).toBeFocused();
  await panel.getByLabel("JSON Schema").fill(JSON.stringify(valueSchema));
  await inspect(page, "group-flag-panel-schema");
  await panel.getByRole("button", { name: "Save changes" }).click();
  await confirmProduction(page);
  await expect(panel).toBeHidden();

  await page.goto(`${groupBase}/records/${record.id}`);
  await page.getByRole("button", { name: "Override of Limits in Staging: 100 %" }).click();
  const override = page.getByRole("dialog", { name: "Override of “Limits” in Staging" });
  await override.getByRole("button", { name: "Set an own value" }).click();
  await override.getByLabel("Value while it is on").fill("{}");
  await override.getByRole("button", { name: "Save override" }).click();
  await expect(override.getByLabel("Value while it is on")).toHaveAccessibleDescription(
    /does not satisfy the schema: it lacks seats/,
  );
  await inspect(page, "override-schema");
  await override.getByLabel("Value while it is on").fill('{"seats": 50}');
  await override.getByRole("button", { name: "Save override" }).click();
  await expect(override).toBeHidden();
});
