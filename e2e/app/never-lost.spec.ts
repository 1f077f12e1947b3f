import { expect, expectAccessible, inspect, test } from "./browser";
import { bodyOf, leaveQuestion, nameOf, openMock, save } from "./mock-form";
import { enterProject, makeMock, send } from "./workspace";

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });
  test("the server renders forms with their values", { tag: "@always" }, async ({ page }) => {
    const { account, project, base } = await enterProject(page);
    expect(account.email).toBeTruthy();
    const mock = await makeMock(page, project, {
      description: "All of them",
      statusCode: 404,
      responseBody: '{"a":\n1}',
      responseHeaders: { "X-A": ["1", "2"] },
      delayMs: 7,
      method: "PATCH",
      enabled: false,
    });
    await page.context().newPage();
    await page.goto(`${base}/mocks/${mock.id}`, { waitUntil: "commit" });
    await expect(nameOf(page)).toHaveValue("List users");
    await expect(page.getByLabel("Endpoint")).toHaveValue("/users");
    await expect(page.getByLabel("Description")).toHaveValue("All of them");
    await expect(page.getByLabel("Status code", { exact: true })).toHaveValue("404");
    await expect(page.getByLabel("Delay")).toHaveValue("7");
    await expect(bodyOf(page)).toHaveValue('{"a":\n1}');
    await expect(page.getByLabel("Value of header 2")).toHaveValue("2");
    await expect(page.getByRole("form").getByLabel("Method")).toHaveText("PATCH");
    await expect(page.getByRole("switch", { name: "Answers requests" })).not.toBeChecked();
  });
});

test("keeps and saves text typed before the scripts load", { tag: "@always" }, async ({ page }) => {
  const { project, base } = await enterProject(page);
  const mock = await makeMock(page, project);
  let load = () => {};
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    await loaded;
    await route.continue();
  });
  await page.goto(`${base}/mocks/${mock.id}`, { waitUntil: "commit" });
  await nameOf(page).fill("Typed early");
  load();
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await expect(nameOf(page)).toHaveValue("Typed early");
  await expect(page.getByLabel("Endpoint")).toHaveValue("/users");
  await save(page).click();
  await expect(page.getByRole("heading", { name: "Typed early", level: 1 })).toBeVisible();
});

test("Back and Forward confirm before discarding changes", { tag: "@always" }, async ({ page }) => {
  const { project, base } = await enterProject(page);
  await makeMock(page, project);
  // Pages of one document: the steps between them are the router's.
  await page.goto(`${base}/settings`);
  await page.getByRole("link", { name: "Webhooks" }).click();
  await expect(page.getByRole("heading", { name: "Webhooks", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Mocks" }).click();
  await page.getByRole("link", { name: "List users" }).click();
  await page.waitForURL(/mocks\/[0-9a-f-]{36}$/);
  await page.getByRole("link", { name: "API keys" }).click();
  await expect(page.getByRole("heading", { name: "API keys", level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/mocks\/[0-9a-f-]{36}$/);
  const here = page.url();
  await nameOf(page).fill("Half a thought");

  for (const steps of [-1, -3, 1]) {
    await page.evaluate((by) => window.history.go(by), steps);
    await expect(leaveQuestion(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "Stay" })).toBeFocused();
    await expect(page).toHaveURL(here);
    await page.getByRole("button", { name: "Stay" }).click();
    await expect(leaveQuestion(page)).toBeHidden();
    await expect(nameOf(page)).toHaveValue("Half a thought");
  }
  await page.evaluate(() => window.history.go(-2));
  await expect(leaveQuestion(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(leaveQuestion(page)).toBeHidden();
  await expect(nameOf(page)).toHaveValue("Half a thought");

  await page.evaluate(() => window.history.go(-2));
  await page.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { name: "Webhooks", level: 1 })).toBeVisible();
  await page.goForward();
  await page.goForward();
  await expect(nameOf(page)).toHaveValue("List users");
  await page.goForward();
  await expect(page.getByRole("heading", { name: "API keys", level: 1 })).toBeVisible();
});

test("confirms before closing a dialog with unsaved text", { tag: "@always" }, async ({ page }) => {
  const { base, team } = await enterProject(page);
  await page.goto(`${base}/settings`);
  await page.goto(`/${team.slug}`);
  await page.getByRole("button", { name: "New project" }).click();
  const dialog = page.getByRole("dialog", { name: "New project" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: "New project" }).click();
  const name = dialog.getByLabel("Name", { exact: true });
  await name.fill("Half a project");
  const ways = [
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(5, 5),
    () => dialog.getByRole("button", { name: "Cancel" }).click(),
    () => dialog.getByRole("button", { name: "Close" }).click(),
  ];
  for (const close of ways) {
    await close();
    await expect(leaveQuestion(page)).toBeVisible();
    await page.getByRole("button", { name: "Stay" }).click();
    await expect(leaveQuestion(page)).toBeHidden();
    await expect(name).toHaveValue("Half a project");
  }
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Leave" }).click();
  await expect(dialog).toBeHidden();
});

test("signs in again on top of an open form after the session expires", { tag: "@always" }, async ({
  page,
  context,
}) => {
  const room = await openMock(page);
  await nameOf(page).fill("Typed before the end");
  // It is the save that learns of the end, not one of the page's own looks for changes.
  await page.route("**/api/**", (route) =>
    route.request().method() === "GET" ? route.abort() : route.continue(),
  );
  await context.clearCookies();
  await save(page).click();
  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await expect(dialog.getByLabel("E-mail")).toHaveValue(room.account.email);
  await page.unrouteAll();
  await inspect(page, "sign-in-again");
  await dialog.getByLabel("Password", { exact: true }).fill("not the password");
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await expect(dialog.getByText("The password is wrong.")).toBeVisible();
  await expect(dialog.getByLabel("Password", { exact: true })).toBeFocused();
  await dialog.getByLabel("Password", { exact: true }).fill(room.account.password);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  // What was refused is sent again.
  await expect(page.getByText("Mock saved").first()).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(room.url);
  expect(await send(page, "GET", room.path)).toMatchObject({ name: "Typed before the end" });
});

test("dismissing the sign-in dialog keeps the page and sends no requests", {
  tag: "@always",
}, async ({ page, context }) => {
  await page.clock.install();
  // This query polls later than the page's other one, which finds that the session has ended.
  const late = page.waitForResponse("**/mock-chaos");
  await page.route(
    "**/mock-chaos",
    async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    },
    { times: 1 },
  );
  const room = await openMock(page);
  await nameOf(page).fill("Not yet");
  await late;
  await context.clearCookies();
  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await expect(dialog).toBeVisible();
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/api/projects/")) asked += 1;
  });
  await page.keyboard.press("Escape");
  await expect(page.getByText("You are signed out")).toBeVisible();
  await expect(dialog).toBeHidden();
  // Longer than the page waits between two polls. Whatever these send comes before the last request.
  await page.clock.fastForward(60_000);
  const last = page.waitForRequest("**/favicon.ico?last");
  await page.evaluate(() => fetch("/favicon.ico?last").catch(() => undefined));
  await last;
  expect(asked).toBe(0);
  await expectAccessible(page, "signed out");
  await expect(nameOf(page)).toHaveValue("Not yet");
  const { email, password } = room.account;
  await send(page, "POST", "/api/auth/sign-in/email", { email, password });
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByText("You are signed out")).toBeHidden();
  await save(page).click();
  await expect(page.getByText("Mock saved").first()).toBeVisible();
});

test("shows and focuses the first error", { tag: "@always" }, async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 500 });
  const room = await openMock(page, { responseBody: "line\n".repeat(30) });
  await nameOf(page).fill(" ");
  await page.getByLabel("Delay").fill("-1");
  await bodyOf(page).click();
  await bodyOf(page).press("Control+Enter");
  await expect(nameOf(page)).toBeFocused();
  await expect(nameOf(page)).toBeInViewport();
  await expect(page.getByText("Name must not be empty")).toBeInViewport();
  await nameOf(page).fill("Better");
  await page.getByLabel("Delay").fill("0");
  await page.route(`**${room.path}`, (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await bodyOf(page).press("Control+Enter");
  const problem = page.getByRole("alert").filter({ hasText: "can't be reached" });
  await expect(problem).toBeInViewport({ ratio: 1 });
  await expect(nameOf(page)).toHaveValue("Better");
});
