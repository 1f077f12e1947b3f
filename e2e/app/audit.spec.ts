import { expect, inspect, test } from "./browser";
import { enterGroup, makeEnvironment, makeFlag, makeKey } from "./flag-workspace";
import { enterProject, makeMock, send } from "./workspace";

test("a flag is put back from its history, and everybody sees who changed what", async ({ page }) => {
  const { project, base, team } = await enterProject(page);
  await makeEnvironment(page, project, "Staging");
  const flag = await makeFlag(page, project, { name: "New checkout", key: "checkout", rollout: 30 });
  const path = `/api/projects/${project.referenceId}/flags/${flag.id}`;
  await send(page, "PUT", path, { enabled: true, rollout: 80 });
  await page.goto(`${base}/flags`);
  await page.getByRole("button", { name: "Actions for New checkout" }).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History of New checkout" });
  const changes = history.getByRole("list", { name: "Changes" }).getByRole("listitem");
  await expect(changes).toHaveCount(2);
  await expect(changes.first()).toContainText("changed the flag in Production");
  await expect(changes.first()).toContainText("rollout");
  await inspect(page, "flag-history");
  await changes.first().getByRole("button", { name: "Put back" }).click();
  await expect(page.getByText("It is as it was before").first()).toBeVisible();
  await expect(changes).toHaveCount(3);
  expect(await send(page, "GET", path)).toMatchObject({ enabled: false, rollout: 30 });
  await page.keyboard.press("Escape");

  await page.goto(`${base}/audit`);
  await expect(page.getByRole("row")).toHaveCount(6);
  await inspect(page, "audit");
  await page
    .getByRole("button", { name: /Changed the flag New checkout/ })
    .first()
    .click();
  const change = page.getByRole("dialog", { name: "New checkout" });
  await expect(change).toContainText("updateFlag");
  await inspect(page, "audit-change");
  await page.keyboard.press("Escape");

  await page.goto(`/${team.slug}/-/audit`);
  await expect(page.getByRole("row", { name: /Created the project Coffee shop/ })).toBeVisible();
  await inspect(page, "audit-team");
});

test("the trail is filtered by what was changed, and saved as a file", async ({ page }) => {
  const { project, base } = await enterProject(page);
  for (let at = 0; at < 9; at += 1)
    await makeMock(page, project, { name: `Mock ${at}`, endpoint: `/m/${at}` });
  await makeKey(page, project, "CI");
  await page.goto(`${base}/audit?subjectKind=key`);
  await expect(page.getByRole("row", { name: /Created the API key CI/ })).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Export" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "As CSV" }).click();
  expect((await saved).suggestedFilename()).toBe("audit-log.csv");
});

test("a mock's page has its history beside what is typed, and an address for it", async ({ page }) => {
  const { project, base } = await enterProject(page);
  const mock = await makeMock(page, project);
  await page.goto(`${base}/mocks/${mock.id}`);
  await page.getByLabel("Name").fill("Typed and not saved");
  await page.getByRole("tab", { name: "History" }).click();
  const changes = page.getByRole("list", { name: "Changes" }).getByRole("listitem");
  await expect(changes).toContainText("created the mock");
  await expect(changes.getByRole("button", { name: "Put back" })).toHaveCount(0);
  await expect(page).toHaveURL(/tab=history/);
  await inspect(page, "mock-history");
  await page.getByRole("tab", { name: "Answer" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("Typed and not saved");
  await send(page, "PUT", `/api/projects/${project.id}/mocks/${mock.id}`, { statusCode: 503 });
  await page.getByLabel("Name").fill("List users");
  await page.goto(`${base}/mocks/${mock.id}?tab=history`);
  await changes.first().getByRole("button", { name: "Put back" }).click();
  await expect(changes).toHaveCount(3);
  expect(await send(page, "GET", `/api/projects/${project.id}/mocks/${mock.id}`)).toMatchObject({
    statusCode: 200,
  });
});

test("flags and groups have a tab with their history", async ({ page }) => {
  const { project, base, groupBase, group } = await enterGroup(page);
  await makeFlag(page, project, { name: "Banner", key: "banner" });
  await send(page, "PUT", `/api/projects/${project.referenceId}/groups/${group.id}`, { name: "Customers" });
  await page.goto(groupBase);
  await page.getByRole("tab", { name: "History" }).click();
  const changes = page.getByRole("list", { name: "Changes" }).getByRole("listitem");
  await changes.first().getByRole("button", { name: "Put back" }).click();
  await expect(page.getByRole("heading", { level: 1, name: group.name })).toBeVisible();
  await inspect(page, "group-history");

  await page.goto(`${base}/flags?flag=banner`);
  const panel = page.getByRole("dialog", { name: "Banner" });
  await panel.getByRole("tab", { name: "History" }).click();
  await expect(panel.getByRole("list", { name: "Changes" })).toContainText("created the flag in Production");
  await inspect(page, "flag-panel-history");
  await panel.getByRole("tab", { name: "Settings" }).click();
  await expect(panel.getByRole("button", { name: "Save changes" })).toBeVisible();
});
