import { expect, test } from "./browser";
import { enterProject, makeMock } from "./workspace";

test("restores deleted items from any page, also after the tab was closed", {
  tag: "@always",
}, async ({ page, context }) => {
  const { project, base } = await enterProject(page);
  const mock = await makeMock(page, project);
  const answers = async () =>
    (await page.request.get(`/api/projects/${project.id}/mocks/${mock.id}`)).status();
  const remove = async () => {
    await page.getByRole("button", { name: "Actions for List users" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete mock" }).click();
  };
  await page.goto(`${base}/mocks`);
  await remove();
  await expect(page.getByText("Mock “List users” deleted").first()).toBeVisible();
  expect(await answers()).toBe(404);
  await page.getByRole("link", { name: "Webhooks" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Mock “List users” is back").first()).toBeVisible();
  expect(await answers()).toBe(200);

  await page.goto(`${base}/mocks`);
  await remove();
  await expect(page.getByText("Mock “List users” deleted").first()).toBeVisible();
  const later = await context.newPage();
  await page.close();
  await later.goto(`${base}/settings`);
  await later.getByRole("button", { name: "Undo" }).click();
  await expect(later.getByText("Mock “List users” is back").first()).toBeVisible();
  await later.goto(`${base}/mocks`);
  await expect(later.getByRole("link", { name: "List users" })).toBeVisible();
  await expect(later.getByRole("button", { name: "Undo" })).toHaveCount(0);
});

test("restores items that were deleted together", { tag: "@always" }, async ({ page }) => {
  const { project, base } = await enterProject(page);
  for (const name of ["One", "Two", "Three"]) {
    await makeMock(page, project, { name, endpoint: `/${name.toLowerCase()}` });
  }
  await page.goto(`${base}/mocks`);
  await page.getByRole("checkbox", { name: "Select One" }).click();
  await page.getByRole("checkbox", { name: "Select Two" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("link", { name: "One" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Two" })).toHaveCount(0);
  await expect(page.getByText("2 mocks deleted").first()).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: "One" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Two" })).toBeVisible();
});
