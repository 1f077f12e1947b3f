import { createProject, expect, inspect, takePicture, test } from "./browser";
import { enter, enterProject, makeMock } from "./workspace";

/** What is open or wrong at the moment, as everybody sees it; what it does is tested elsewhere. */
test("menus and dialogs fit and are accessible", { tag: "@always" }, async ({ page }) => {
  const { base, project } = await enterProject(page);
  await makeMock(page, project);
  await page.goto(`${base}/mocks`);

  for (const [name, trigger] of [
    ["row-menu", "Actions for List users"],
    ["team-menu", /^Team: /],
    ["project-menu", /^Project: /],
    ["account-menu", /^Account of/],
  ] as const) {
    await page.getByRole("button", { name: trigger }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await inspect(page, `state-${name}`);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toBeHidden();
  }

  await page.getByRole("button", { name: "Actions for List users" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await inspect(page, "state-delete-mock");
  await page.keyboard.press("Escape");

  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Command menu" })).toBeVisible();
  await inspect(page, "state-command-menu");
  await page.keyboard.type("zzz");
  await inspect(page, "state-command-menu-nothing");
  await page.keyboard.press("Escape");

  await page.setViewportSize({ width: 360, height: 900 });
  await page.getByRole("button", { name: "Open navigation" }).click();
  await expect(page.getByRole("dialog", { name: "Navigation" })).toBeVisible();
  await takePicture(page, "state-drawer-360-dark");
});

test("new project, address and deletion of a project", async ({ page }) => {
  const { team } = await enter(page);
  await page.goto(`/${team.slug}`);
  await page.getByRole("button", { name: "New project" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create project" }).click();
  await expect(page.getByText("Name must not be empty")).toBeVisible();
  await inspect(page, "state-new-project-errors");
  await page.keyboard.press("Escape");
  await createProject(page, "Coffee shop");
  await inspect(page, "state-toast");

  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("Slug").fill("tea-shop");
  await expect(page.getByText("The old address stops working at once")).toBeVisible();
  await inspect(page, "state-change-address");
  await page.getByRole("button", { name: "Change address" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await inspect(page, "state-confirm-address");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete project" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await inspect(page, "state-delete-project");
});

test("forms that are wrong, and answers", async ({ page }) => {
  const { project, base } = await enterProject(page);
  await page.goto(`${base}/mocks/new`);
  await page.getByRole("button", { name: "Add header" }).click();
  await page.getByPlaceholder("Name", { exact: true }).fill("Connection");
  await page.getByPlaceholder("Value").fill("close");
  await page.getByLabel("Delay").fill("soon");
  await page.getByLabel("Body", { exact: true }).fill('{"a":');
  await page.getByRole("button", { name: "Create mock" }).click();
  await expect(page.getByText("Name must not be empty")).toBeVisible();
  await inspect(page, "state-mock-errors");
  page.on("dialog", (dialog) => dialog.accept());

  const mock = await makeMock(page, project, {
    name: "Slow",
    responseBody: JSON.stringify([{ id: 1, name: "Ada", roles: ["admin"] }]),
    responseHeaders: { "X-Request-Cost": "12" },
  });
  await page.goto(`${base}/mocks/${mock.id}`);
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByText("Ada").first()).toBeVisible();
  await inspect(page, "state-answer");
  await page.route("**/api/mock/users", (route) => route.abort());
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByText("No answer")).toBeVisible();
  await inspect(page, "state-no-answer");
  await page.unrouteAll();
  await page.route("**/api/mock/users", () => {});
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByRole("progressbar", { name: "Waiting for the answer" })).toBeVisible();
  await inspect(page, "state-waiting");
});

test("shows a loading state", { tag: "@always" }, async ({ page }) => {
  const { base } = await enterProject(page);
  await page.goto(`${base}/mocks`);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/settings?_rsc=*", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("progressbar", { name: "Loading the page" })).toBeVisible();
  await inspect(page, "state-loading");
  release();
  await expect(page.getByRole("heading", { name: "Project settings" })).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
});

test("a page that fails shows an error and recovers on retry", { tag: "@always" }, async ({
  page,
  complaints,
}) => {
  const { team } = await enterProject(page);
  await page.clock.setFixedTime(Date.now() + 3_600_000);
  await page.addInitScript(() => {
    const { format } = Intl.RelativeTimeFormat.prototype;
    Intl.RelativeTimeFormat.prototype.format = function (...given: Parameters<typeof format>) {
      if (window.name !== "healed") throw new Error("broken for a while");
      return format.apply(this, given);
    };
  });
  await page.goto(`/${team.slug}`);
  await expect(page.getByRole("heading", { name: "This page could not be loaded", level: 1 })).toBeVisible();
  await inspect(page, "state-error");
  await page.evaluate(() => {
    window.name = "healed";
  });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("link", { name: "Coffee shop" })).toBeVisible();
  // What broke is what the test broke, and nothing else.
  expect(complaints.filter((complaint) => !complaint.includes("broken for a while"))).toEqual([]);
  complaints.length = 0;
});
