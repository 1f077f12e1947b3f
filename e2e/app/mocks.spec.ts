import { expect, test } from "./browser";
import { makeKey } from "./flag-workspace";
import { runSteps } from "./run-steps";
import { enterProject, makeMock, makeMocks, send } from "./workspace";

test("the commands of an empty room work as printed, but for the key", async ({ page }) => {
  const { project, base } = await enterProject(page);
  const { key } = await makeKey(page, project);
  await page.goto(`${base}/mocks`);
  await expect(page.getByRole("link", { name: "Keys are made here" })).toHaveAttribute(
    "href",
    `${base}/keys`,
  );
  const [, mock, answer] = await runSteps(page, key);
  expect(JSON.parse(mock ?? "")).toMatchObject({ name: "List users", endpoint: "/users" });
  expect(answer).toMatch(/^HTTP\/1\.1 200[\s\S]*\[\{"id":1,"name":"Ada"\}\]$/);
  await page.reload();
  await expect(page.getByRole("link", { name: "List users" })).toBeVisible();
});

test("a switch moves at once, and back when the change is refused", async ({ page }) => {
  const { project, base } = await enterProject(page);
  await makeMock(page, project);
  await page.goto(`${base}/mocks`);
  const toggle = page.getByRole("switch", { name: "List users is on" });
  let refuse = () => {};
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route("**/api/projects/*/mocks/*", async (route) => {
    await refused;
    await route.abort();
  });
  await toggle.click();
  await expect(toggle).not.toBeChecked();
  refuse();
  await expect(page.getByText("could not be switched off").first()).toBeVisible();
  await expect(toggle).toBeChecked();

  await page.unrouteAll();
  await toggle.click();
  await expect(page.getByText("“List users” is off").first()).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("“List users” is on").first()).toBeVisible();
  await expect(toggle).toBeChecked();
});

test("many mocks are found by any words of method, endpoint and name", async ({ page }) => {
  const { project, base } = await enterProject(page);
  await makeMocks(page, project, 20);
  await makeMock(page, project, { name: "咖啡店", endpoint: "/café", method: "PATCH" });
  await page.goto(`${base}/mocks`);
  const filter = page.getByRole("searchbox", { name: "Filter mocks" });
  await filter.fill("patch caf");
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("link", { name: "咖啡店" })).toBeVisible();
  await filter.fill("nothing like it");
  await expect(page.getByText("No mocks match “nothing like it”.")).toBeVisible();
});

test("mocks are filed, found by what they are filed under, and shown by folder", async ({ page }) => {
  const { project, base } = await enterProject(page);
  await makeMock(page, project, { name: "Refund", endpoint: "/refunds", folder: "Payments/Refunds" });
  await makeMock(page, project, { name: "Pay", endpoint: "/pay", folder: "Payments", tags: ["slow"] });
  await makeMock(page, project, { name: "Login", endpoint: "/login" });
  await page.goto(`${base}/mocks`);
  const rows = page.getByRole("table", { name: "Mocks" });

  await page.getByRole("button", { name: "Only the folder Payments", exact: true }).click();
  await expect(rows.getByRole("link")).toHaveText(["Pay", "Refund"]);
  for (const name of ["Pay", "Refund"]) await page.getByRole("checkbox", { name: `Select ${name}` }).click();
  await page.getByRole("button", { name: "Tags", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByPlaceholder("Add a tag").fill("beta");
  await dialog.getByPlaceholder("Add a tag").press("Enter");
  await dialog.getByRole("button", { name: "slow" }).click();
  await dialog.getByRole("button", { name: "Change tags" }).click();
  await expect(page.getByRole("button", { name: "Only tagged beta" })).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Only tagged slow" })).toHaveCount(0);

  await page.getByRole("button", { name: "By folder" }).click();
  await expect(rows.getByRole("rowheader")).toHaveText(["Payments", "Payments / Refunds"]);
  await page.getByLabel("Folder: Payments").click();
  await page.getByRole("combobox", { name: "Find a folder" }).fill("all");
  await page.getByRole("option", { name: "All folders" }).click();
  await expect(rows.getByRole("rowheader")).toHaveText(["No folder", "Payments", "Payments / Refunds"]);
  await expect(rows.getByRole("link")).toHaveText(["Login", "Pay", "Refund"]);
  await page.reload();
  await expect(rows.getByRole("rowheader")).toHaveCount(3);
});

test("a long answer shows how long it takes, and can be given up", async ({ page }) => {
  const { project, base } = await enterProject(page);
  const mock = await makeMock(page, project, { delayMs: 30_000, responseBody: '"at last"' });
  await page.goto(`${base}/mocks/${mock.id}`);
  const request = page.getByRole("button", { name: "Send request" });
  await request.click();
  const progress = page.getByRole("progressbar", { name: "Waiting for the answer" });
  await expect(progress).toBeVisible();
  await expect(page.getByText("of 30.0 s")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText(/Cancelled after \d+\.\d s/)).toBeVisible();
  await expect(progress).toHaveCount(0);
  await expect(request).toBeFocused();

  await send(page, "PUT", `/api/projects/${project.id}/mocks/${mock.id}`, { delayMs: 1500 });
  await request.click();
  await expect(page.getByText("at last").first()).toBeVisible();
  const took = await page.getByText(/^\d+ ms$/).textContent();
  expect(Number.parseInt(took ?? "", 10)).toBeGreaterThanOrEqual(1500);
});

test("copies text and confirms it", { tag: "@always" }, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { project, base } = await enterProject(page);
  const mock = await makeMock(page, project);
  await page.goto(`${base}/mocks`);
  await page.getByRole("button", { name: "Actions for List users" }).click();
  await page.getByRole("menuitem", { name: "Copy curl" }).click();
  await expect(page.getByText("Command copied").first()).toBeVisible();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await clipboard()).toBe(`curl -i '${project.mockBaseUrl}${mock.endpoint}'`);
  await page.getByRole("button", { name: "Copy base URL" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await clipboard()).toBe(project.mockBaseUrl);
});

test("deletes a mock from its own page and keeps focus in the page", { tag: "@always" }, async ({ page }) => {
  const { project, base } = await enterProject(page);
  const mock = await makeMock(page, project);
  await makeMock(page, project, { name: "Other", endpoint: "/other" });
  await page.goto(`${base}/mocks/${mock.id}`);
  await expect(page.getByText("just now")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Changed, then not wanted any more");
  await page.getByRole("button", { name: "Actions for List users" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete mock" }).click();
  await expect(page).toHaveURL(`${base}/mocks`);

  await page.getByRole("button", { name: "Actions for Other" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  // The list is the first to know of the deletion: the row goes, with the dialog, while the rest is still awaited.
  let letThrough = () => {};
  const gone = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route("**/api/**", async (route) => {
    const isList = new URL(route.request().url()).pathname.endsWith("/mocks");
    if (route.request().method() === "GET" && !isList) await gone;
    await route.continue();
  });
  await page.getByRole("button", { name: "Delete mock" }).click();
  await expect(page.getByRole("heading", { name: "No mocks yet" })).toBeVisible();
  await expect(page.locator("main")).toBeFocused();
  letThrough();
  await page.unrouteAll({ behavior: "wait" });
});

test("confirms before any way of leaving unsaved changes", { tag: "@always" }, async ({ page }) => {
  const { project, base } = await enterProject(page);
  const mock = await makeMock(page, project);
  await page.goto(`${base}/mocks/${mock.id}`);
  await expect(page.getByText("just now")).toBeVisible();
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Half a thought");
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Stay" }).click();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Command menu" })).toBeVisible();
  await page.keyboard.type("new mock");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Stay" }).click();
  await expect(name).toHaveValue("Half a thought");
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { name: "Project settings" })).toBeVisible();
});
