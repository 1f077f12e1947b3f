import { expect, inspect, test } from "./browser";
import { copied, makeCopies } from "./copies";
import { enterProject, makeInbox, send } from "./workspace";

test("many inboxes are paged, searched and sorted, and Back leads through it", async ({ page }) => {
  const { project, base } = await enterProject(page);
  const first = await makeInbox(page, project, { name: "Inbox 0" });
  await makeCopies("webhooks", first, 58, {
    ...{ id: copied.uuid, reference_id: copied.ksuid, name: copied.numbered("Inbox ") },
  });
  await makeInbox(page, project, { name: "Zebra", description: "striped" });
  await page.goto(`${base}/webhooks`);
  const table = page.getByRole("table", { name: "Inboxes" });
  const rows = table.getByRole("row");
  await expect(rows).toHaveCount(51);
  await expect(page.getByText("60 inboxes")).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(rows).toHaveCount(11);
  await page.goBack();
  await expect(rows).toHaveCount(51);

  await page.getByRole("searchbox", { name: "Filter inboxes" }).fill("striped");
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/q=striped/);
  await table.getByRole("link", { name: "Zebra" }).click();
  await expect(page.getByRole("heading", { name: "Zebra", level: 1 })).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(2);

  await page.getByRole("searchbox", { name: "Filter inboxes" }).fill("");
  await table.getByRole("button", { name: "Name" }).click();
  await expect(rows.nth(1)).toContainText("Inbox 0");
  await table.getByRole("button", { name: "Name" }).click();
  await expect(rows.nth(1)).toContainText("Zebra");
  await inspect(page, "inboxes-many");
});

test("chosen inboxes are deleted together, and what others change is seen", async ({ page }) => {
  const { project, base } = await enterProject(page);
  for (const name of ["One", "Two", "Three"]) await makeInbox(page, project, { name });
  await page.goto(`${base}/webhooks`);
  const rows = page.getByRole("table", { name: "Inboxes" }).getByRole("row");
  await expect(rows).toHaveCount(4);
  // Over the API, so that nothing in this page knows of it.
  await makeInbox(page, project, { name: "Four" });
  await expect(rows).toHaveCount(5);

  await page.getByRole("checkbox", { name: "Select One" }).click();
  await page.getByRole("checkbox", { name: "Select Two" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(rows).toHaveCount(3);
  await page.reload();
  await expect(rows).toHaveCount(3);
});

test("two people who change an inbox keep both changes, or choose", async ({ page }) => {
  const { project, base } = await enterProject(page);
  const inbox = await makeInbox(page, project, { name: "Ours" });
  const path = `/api/projects/${project.id}/webhooks/${inbox.id}`;
  await page.goto(`${base}/webhooks/${inbox.id}/settings`);
  const form = page.getByRole("form", { name: "Inbox settings" });
  await form.getByLabel("Description").fill("Mine");
  await send(page, "PUT", path, { name: "Theirs" });
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Inbox saved").first()).toBeVisible();
  expect(await send(page, "GET", path)).toMatchObject({ name: "Theirs", description: "Mine" });

  await form.getByLabel("Name", { exact: true }).fill("Mine");
  await send(page, "PUT", path, { name: "Theirs again" });
  await form.getByRole("button", { name: "Save changes" }).click();
  const choice = page.getByRole("dialog", { name: "Somebody else changed this too" });
  await choice.getByText("Keep mine").click();
  await choice.getByRole("button", { name: "Save" }).click();
  await expect(choice).toBeHidden();
  await expect.poll(() => send(page, "GET", path)).toMatchObject({ name: "Mine", description: "Mine" });
});

test("pressing Enter twice while the form submits creates one inbox", { tag: "@always" }, async ({
  page,
}) => {
  const { project, base } = await enterProject(page);
  await page.goto(`${base}/webhooks/new`);
  let letThrough = () => {};
  const open = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route("**/api/projects/*/webhooks", async (route) => {
    await open;
    await route.continue();
  });
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Once");
  for (const _ of [1, 2, 3]) await name.press("Control+Enter");
  letThrough();
  await expect(page.getByRole("heading", { name: "Once", level: 1 })).toBeVisible();
  expect(await send(page, "GET", `/api/projects/${project.id}/webhooks`)).toHaveLength(1);
});
