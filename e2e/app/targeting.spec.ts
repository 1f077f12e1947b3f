import { expect, inspect, test } from "./browser";
import { confirmProduction, enterGroup, makeGroupFlag } from "./flag-workspace";
import { send } from "./workspace";

test("a segment and rules are made, put in order, and the flag says why for any subject", async ({
  page,
}) => {
  const { project, base, group, flag, record, groupBase } = await enterGroup(page);
  const api = `/api/projects/${project.referenceId}/groups/${group.id}`;
  const flagPath = `${api}/flags/${flag.id}`;
  await send(page, "PUT", flagPath, { name: "Checkout", defaultEnabled: true, defaultPercentage: 0 });
  await send(page, "PUT", `${api}/records/${record.id}`, { metadata: { plan: "pro" } });
  await makeGroupFlag(page, project, group, { name: "Cart", key: "cart", defaultEnabled: true });

  await test.step("a segment", async () => {
    await page.goto(`${base}/flags/segments`);
    await inspect(page, "segments-empty");
    await page.getByRole("button", { name: "Create your first segment" }).click();
    const dialog = page.getByRole("dialog", { name: "New segment" });
    await dialog.getByLabel("Name", { exact: true }).fill("Testers");
    await dialog.getByRole("button", { name: "Create segment" }).click();
    await expect(dialog.getByLabel("Attribute of condition 1 of the segment")).toHaveAccessibleDescription(
      /must not be empty/,
    );
    await dialog.getByLabel("Attribute of condition 1 of the segment").fill("email");
    await dialog.getByRole("combobox", { name: "Operator of condition 1" }).click();
    await page.getByRole("option", { name: "ends with", exact: true }).click();
    await dialog.getByLabel("Values of condition 1 of the segment").fill("@example.com\n@example.org");
    await inspect(page, "segment-new");
    await dialog.getByRole("button", { name: "Create segment" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("row", { name: /Testers/ })).toContainText(
      "email ends with @example.com, @example.org",
    );
    await inspect(page, "segments");
  });

  const panel = page.getByRole("dialog", { name: "Checkout", exact: true });
  await test.step("two rules and a prerequisite", async () => {
    await page.goto(`${groupBase}?flag=${flag.id}`);
    await panel.getByRole("button", { name: "Add rule" }).click();
    await panel.getByLabel("Attribute of condition 1 of rule 1").fill("plan");
    await panel.getByLabel("Values of condition 1 of rule 1").fill("pro\nteam");
    await panel.getByLabel("On for (rule 1)").fill("0");
    await panel.getByRole("button", { name: "Add rule" }).click();
    await panel.getByLabel("Name of rule 2").fill("Our testers");
    await panel.getByRole("combobox", { name: "Operator of condition 1 of rule 2" }).click();
    await page.getByRole("option", { name: "is in the segment", exact: true }).click();
    await panel.getByRole("button", { name: "Save changes" }).click();
    const segment = panel.getByRole("combobox", { name: "Segment of condition 1 of rule 2" });
    await expect(segment).toHaveAccessibleDescription(/must be chosen/);
    await segment.click();
    await page.getByRole("option", { name: "Testers", exact: true }).click();
    await panel.getByRole("button", { name: "Move rule 2 up" }).click();
    await expect(panel.getByLabel("Name of rule 1")).toHaveValue("Our testers");
    await panel.getByRole("button", { name: "Add prerequisite" }).click();
    await panel.getByLabel("Flag of prerequisite 1").fill("none");
    await panel.getByRole("button", { name: "Save changes" }).click();
    await confirmProduction(page);
    await expect(panel.getByLabel("Flag of prerequisite 1")).toHaveAccessibleDescription(
      /names no flag of the group/,
    );
    await panel.getByLabel("Flag of prerequisite 1").fill("cart");
    await inspect(page, "flag-panel-rules");
    await panel.getByRole("button", { name: "Save changes" }).click();
    await expect(panel).toBeHidden();
    await expect(page.getByRole("row", { name: /Checkout/ })).toContainText("2 rules, 1 prerequisite");
  });

  await test.step("why for a record, and for anybody else", async () => {
    await page.getByRole("button", { name: "Checkout", exact: true }).click();
    const why = panel.getByRole("region", { name: "Why" });
    await panel.getByLabel("Who gets it?").fill(record.id);
    await expect(why.getByRole("status")).toContainText("Off");
    await expect(why.getByRole("status")).toContainText("by “Rule 2”");
    await expect(why.getByRole("list", { name: "Steps" })).toContainText(
      "plan is one of pro, team, and has pro",
    );
    await panel.getByLabel("Who gets it?").fill("visitor-7");
    await expect(why.getByRole("status")).toContainText("by the rollout of 0%");
    await why.getByLabel("Context").fill('{"email": "ada@example.org"}');
    await expect(why.getByRole("status")).toContainText("On");
    await expect(why.getByRole("status")).toContainText("by “Our testers”");
    await inspect(page, "flag-panel-why");
    await page.keyboard.press("Escape");
  });

  await test.step("a record's page shows what rules decide", async () => {
    await page.goto(`${groupBase}/records/${record.id}`);
    await expect(page.getByRole("row", { name: /Checkout/ })).toContainText("by “Rule 2”");
    await inspect(page, "record-with-rules");
  });

  await test.step("a segment that is named stays, and comes back when it is deleted by mistake", async () => {
    await page.goto(`${base}/flags/segments`);
    const remove = async () => {
      await page.getByRole("button", { name: "Actions for Testers" }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      const question = page.getByRole("alertdialog");
      await question.getByLabel("Type Testers to confirm").fill("Testers");
      await question.getByRole("button", { name: "Delete segment" }).click();
    };
    await remove();
    await expect(
      page.getByText("Rules of “Checkout” name this segment. Take it out of them first."),
    ).toBeVisible();
    await page.keyboard.press("Escape");
    await send(page, "PUT", flagPath, { rules: [] });
    await remove();
    await expect(page.getByRole("row", { name: /Testers/ })).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect(page.getByRole("row", { name: /Testers/ })).toBeVisible();
  });
});

test("a rule of a flag that is off has no effect until the form turns the flag on", async ({ page }) => {
  const { flag, record, groupBase } = await enterGroup(page);
  await page.goto(`${groupBase}?flag=${flag.id}`);
  const panel = page.getByRole("dialog", { name: "New checkout", exact: true });
  const why = panel.getByRole("region", { name: "Why" });
  const result = why.getByRole("status");
  const callout = panel.getByText("This flag is off, so its rules aren’t evaluated.");
  const isEnabled = panel.getByRole("switch", { name: "Enabled" });
  await expect(isEnabled).toHaveAccessibleDescription(/rollout and rules are ignored/);
  await panel.getByLabel("Who gets it?").fill(record.id);
  await expect(result).toHaveText(/Saved version\s*Off\s*because the flag is off/);
  await expect(callout).toBeHidden();

  await test.step("a rule is added while the flag is off", async () => {
    await panel.getByRole("button", { name: "Add rule" }).click();
    await expect(callout).toBeVisible();
    await expect(result).toHaveText(/Unsaved changes\s*Complete rule 1/);
    await panel.getByLabel("Name of rule 1").fill("Everyone at Acme");
    await panel.getByLabel("Attribute of condition 1 of rule 1").fill("targetingKey");
    await panel.getByLabel("Values of condition 1 of rule 1").fill(record.id);
    await expect(result).toHaveText(/Unsaved changes\s*Off\s*because the flag is off/);
    await inspect(page, "flag-panel-idle-rules");
  });

  await test.step("Why explains the unsaved form once the button has turned the flag on", async () => {
    await panel.getByRole("button", { name: "Turn on" }).click();
    await expect(isEnabled).toBeChecked();
    await expect(callout).toBeHidden();
    await expect(panel.getByRole("button", { name: "Add rule" })).toBeFocused();
    await expect(panel.getByText(/The rollout is 100%/)).toBeVisible();
    await inspect(page, "flag-panel-redundant-rules");
    await panel.getByRole("button", { name: "Set rollout to 0%" }).click();
    await expect(panel.getByLabel("Rollout in percent")).toHaveValue("0");
    await expect(panel.getByText(/The rollout is/)).toBeHidden();
    await expect(result).toHaveText(/Unsaved changes\s*On\s*by “Everyone at Acme”/);
    await inspect(page, "flag-panel-why-unsaved");
    await isEnabled.click();
    await panel.getByRole("button", { name: "Save changes" }).click();
    await confirmProduction(page);
    await expect(panel).toBeHidden();
  });

  const row = page.getByRole("row", { name: /New checkout/ });
  await expect(row).toContainText("1 rule");
  await expect(row).toContainText("Rules not evaluated");
});
