import type { Page } from "@playwright/test";
import { expect, inspect, test } from "./browser";
import { enterGroup, makeEnvironment, makeFlag } from "./flag-workspace";
import { enterProject } from "./workspace";

// What is planned is marked in lists once their page rests.
test.use({ rests: true });

/** As the field holds it, with seconds, which people do not need. */
const inSeconds = (page: Page, seconds: number) =>
  page.evaluate((ms) => {
    const at = new Date(Date.now() + ms);
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  }, seconds * 1000);

test("a ramp of a global flag is planned, seen to happen, and the rest of it cancelled", async ({ page }) => {
  const { project, base } = await enterProject(page);
  await makeEnvironment(page, project, "Staging");
  await makeFlag(page, project, { name: "New checkout", key: "new-checkout" });
  await makeFlag(page, project, { name: "New checkout", key: "new-checkout", environmentKey: "staging" });
  await page.goto(`${base}/flags?flag=new-checkout`);
  const panel = page.getByRole("dialog", { name: "New checkout" });
  await panel.getByRole("tab", { name: "Schedule" }).click();
  await expect(panel.getByText("Nothing is planned")).toBeVisible();
  await inspect(page, "schedules-empty");

  await panel.getByRole("button", { name: "Schedule a change" }).click();
  const dialog = page.getByRole("dialog", { name: "Schedule a change" });
  await expect(dialog.getByLabel("Time", { exact: true })).not.toHaveValue("");
  await inspect(page, "schedules-change");
  await dialog.getByText("Ramp", { exact: true }).click();
  await expect(dialog.getByLabel("Rollout of step 3")).toHaveValue("100");
  await inspect(page, "schedules-ramp");

  // What is wrong is said beside the field that it concerns, by the browser and by the server.
  await dialog.getByLabel("Rollout of step 2").fill("250");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog.getByText("Rollout of step 2 must be from 0 to 100")).toBeVisible();
  await dialog.getByLabel("Rollout of step 2").fill("2,5");
  await dialog.getByLabel("Time of step 1").fill("2020-01-01T10:00");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog.getByText("Time of step 1 must be in the future")).toBeVisible();
  await dialog.getByLabel("Time of step 1").fill(await inSeconds(page, 5));
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog).toBeHidden();

  const planned = panel.getByRole("list", { name: "Planned changes" });
  await expect(planned.getByText("Ramp in 3 steps")).toBeVisible();
  await expect(planned.getByText("Done: Turn on, rollout 5 %")).toBeVisible({ timeout: 30_000 });
  await expect(planned.getByText("Planned: Rollout to 2.5 %")).toBeVisible();
  await inspect(page, "schedules-running");
  const row = page.getByRole("row", { name: /New checkout/, includeHidden: true });
  await expect(row.getByText("Planned: Rollout to 2.5 %")).toBeAttached();
  await planned.getByRole("button", { name: "Cancel" }).click();
  const question = page.getByRole("alertdialog", { name: "Cancel 2 changes?" });
  await question.getByRole("button", { name: "Cancel what is left" }).click();
  await expect(question).toBeHidden();
  const over = panel.getByRole("list", { name: "Changes that are over" });
  await expect(over.getByText("Cancelled: Rollout to 100 %")).toBeVisible();
  await expect(panel.getByText("Nothing is planned")).toBeVisible();
  await inspect(page, "schedules-over");

  await panel.getByRole("tab", { name: "History" }).click();
  const changes = panel.getByRole("list", { name: "Changes" });
  await expect(changes.getByText(/changed the flag, as scheduled, in Production/)).toBeVisible();
  await expect(changes.getByText(/cancelled scheduled changes of the flag in Production/)).toBeVisible();
  await inspect(page, "schedules-history");
});

test("a flag of a group gets an end date by the keyboard alone", async ({ page }) => {
  const { groupBase, flag } = await enterGroup(page);
  await page.goto(`${groupBase}?flag=${flag.id}`);
  const panel = page.getByRole("dialog", { name: flag.name });
  await panel.getByRole("tab", { name: "Schedule" }).click();
  await panel.getByRole("button", { name: "Schedule a change" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Schedule a change" });
  await dialog.getByRole("radio", { name: "One change" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("radio", { name: "End date" })).toBeChecked();
  await inspect(page, "schedules-end");
  await dialog.getByLabel("Turn off at").fill(await inSeconds(page, 5));
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  const over = panel.getByRole("list", { name: "Changes that are over" });
  await expect(over.getByText("Done: Turn off")).toBeVisible({ timeout: 30_000 });
  await expect(over.getByText("End date")).toBeVisible();
});
