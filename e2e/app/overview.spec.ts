import type { Page } from "@playwright/test";
import { expect, inspect, test } from "./browser";
import { makeFlag, makeKey } from "./flag-workspace";
import { enterProject, makeInbox, makeMock, makeProject } from "./workspace";

const chart = (page: Page, title: string) => page.getByRole("listitem").filter({ has: titled(page, title) });
const titled = (page: Page, name: string) => page.getByRole("heading", { name, level: 3, exact: true });
const step = (page: Page, name: string) => titled(page, `${name} (done)`);
const openStep = (page: Page, name: string) => titled(page, `${name} (to do)`);

/** A page of the app calls the project's public host, as any program may. */
const fetchFrom = (page: Page, url: string, method = "GET") =>
  page.evaluate(async ([address, verb]) => (await fetch(address, { method: verb })).status, [
    url,
    method,
  ] as const);

test("a new project says what to do first, and ticks off what is done", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { project, base } = await enterProject(page);
  await page.goto(base);
  await expect(page.getByRole("heading", { name: "Coffee shop", level: 1 })).toBeVisible();
  await expect(page).toHaveTitle("Overview · Coffee shop · Fieldkit");
  await expect(page.getByText("0 of 3 done")).toBeVisible();
  await expect(page.getByRole("link", { name: "Create a mock" })).toHaveAttribute(
    "href",
    `${base}/mocks/new`,
  );
  for (const title of ["Mocks called", "Captures", "Flag checks", "Errors"]) {
    await expect(chart(page, title).getByRole("img", { name: /^No .+ in the last 24 hours$/ })).toBeVisible();
  }
  await inspect(page, "overview-empty");

  await page.getByRole("button", { name: "Copy base URL of mocks" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(project.mockBaseUrl);

  await makeMock(page, project);
  await expect(page.getByText("Your mock waits for its first call.")).toBeVisible();
  await page.getByRole("button", { name: "Copy In a terminal" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `curl -i '${project.mockBaseUrl}/users'`,
  );
  expect(await fetchFrom(page, `${project.mockBaseUrl}/users`)).toBe(200);
  await expect(step(page, "Call a mock")).toBeVisible();
  await expect(chart(page, "Mocks called").getByRole("img", { name: /^1 mock call in/ })).toBeVisible();

  const inbox = await makeInbox(page, project);
  expect(await fetchFrom(page, inbox.url, "POST")).toBe(200);
  await expect(step(page, "Catch a webhook")).toBeVisible();
  await expect(openStep(page, "Check a flag")).toBeVisible();
  await expect(page.getByText("2 of 3 done")).toBeVisible();
  await inspect(page, "overview-two-steps");

  await makeFlag(page, project, { name: "Banner", key: "banner" });
  await expect(page.getByText(/flags\/check\/banner/)).toBeVisible();
  const { key } = await makeKey(page, project);
  const check = `/api/projects/${project.referenceId}/flags/check/banner`;
  const headers = { authorization: `Bearer ${key}` };
  expect((await page.request.get(check, { headers })).status()).toBe(200);
  await expect(page.getByRole("heading", { name: "First steps" })).toBeHidden();
  await expect(chart(page, "Flag checks").getByText("1", { exact: true })).toBeVisible();
});

test("errors are counted apart, and what happened lately leads to where it is", async ({ page }) => {
  const { project, base } = await enterProject(page);
  const mock = await makeMock(page, project);
  const inbox = await makeInbox(page, project);
  await page.goto(base);
  for (let times = 0; times < 3; times += 1) {
    expect(await fetchFrom(page, `${project.mockBaseUrl}/users`)).toBe(200);
  }
  expect(await fetchFrom(page, `${project.mockBaseUrl}/none`)).toBe(404);
  expect(await fetchFrom(page, `${inbox.url}/orders`, "PUT")).toBe(200);
  await expect(chart(page, "Errors").getByRole("img", { name: /^1 error in/ })).toBeVisible();
  await expect(chart(page, "Mocks called").getByText("3", { exact: true })).toBeVisible();

  const capture = page.getByRole("link", { name: /^PUT Payments \/orders/ });
  await expect(capture).toBeVisible();
  await expect(page.getByRole("link", { name: /Ada Lovelace created the mock List users/ })).toHaveAttribute(
    "href",
    `${base}/mocks/${mock.id}`,
  );
  await expect(page.getByText("No release notes yet.")).toBeVisible();
  await inspect(page, "overview");
  await capture.click();
  await expect(page).toHaveURL(new RegExp(`${base}/webhooks/${inbox.id}\\?request=`));
});

test("a chart tells its hours to a pointer, to the keyboard and in a table", async ({ page }) => {
  const { project, base } = await enterProject(page);
  await makeMock(page, project);
  await page.goto(base);
  await fetchFrom(page, `${project.mockBaseUrl}/users`);
  const calls = chart(page, "Mocks called");
  await expect(calls.getByRole("img", { name: /^1 mock call in/ })).toBeVisible();
  const hours = calls.getByRole("slider", { name: "Mocks called by hour" });
  await hours.focus();
  await expect(hours).toHaveAttribute("aria-valuetext", /–now: 1 mock call$/);
  await page.keyboard.press("ArrowLeft");
  await expect(hours).toHaveAttribute("aria-valuetext", /^\d\d:\d\d–\d\d:\d\d: 0 mock calls$/);
  await expect(calls.getByText(/^\d\d:\d\d–\d\d:\d\d: 0$/)).toBeVisible();
  await hours.blur();
  await expect(calls.getByText("24 h ago")).toBeVisible();
  await hours.hover({ position: { x: 1, y: 10 } });
  await expect(calls.getByText(/^\d\d:\d\d–\d\d:\d\d: 0$/)).toBeVisible();
  await expect(page.getByRole("table", { name: "Requests by hour" }).getByRole("row")).toHaveCount(25);
});

test("the first steps can be hidden, and stay so in this browser", async ({ page }) => {
  const { base } = await enterProject(page);
  await page.goto(base);
  await page.getByRole("button", { name: "Hide the first steps" }).click();
  const steps = page.getByRole("heading", { name: "First steps" });
  await expect(steps).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Recent captures" })).toBeVisible();
  await expect(steps).toBeHidden();
});

test("while the service does not answer, the page keeps what it has and says so", async ({ page }) => {
  const { project, base } = await enterProject(page);
  await makeMock(page, project);
  await page.goto(base);
  await expect(page.getByText("Your mock waits for its first call.")).toBeVisible();
  let isAway = true;
  const activity = `**/api/projects/${project.id}/activity`;
  await page.route(activity, (route) =>
    isAway ? route.fulfill({ status: 503, json: { error: "Away.", code: "unavailable" } }) : route.continue(),
  );
  await expect(page.getByText("This page is not up to date")).toBeVisible({ timeout: 60_000 });
  await expect(chart(page, "Mocks called")).toBeVisible();
  await inspect(page, "overview-not-up-to-date");
  // It comes back only after the click: the page asks by itself too, and the button would go before.
  const tried = page.waitForRequest(activity);
  await page.getByRole("button", { name: "Try again" }).click();
  await tried;
  isAway = false;
  await expect(page.getByText("This page is not up to date")).toBeHidden({ timeout: 60_000 });
});

test("the overview is first in the navigation, and where a project's links lead", async ({ page }) => {
  const { team, base, project } = await enterProject(page);
  await makeMock(page, project);
  await page.goto(`/${team.slug}`);
  await page.getByRole("link", { name: "Coffee shop" }).click();
  await expect(page).toHaveURL(base);
  const nav = page.getByRole("navigation", { name: "Main" });
  await expect(nav.getByRole("link").first()).toHaveText("Overview");
  await expect(nav.getByRole("link", { name: "Overview" })).toHaveAttribute("aria-current", "page");
  await nav.getByRole("link", { name: "Mocks" }).click();
  await expect(page).toHaveURL(`${base}/mocks`);
  await expect(nav.getByRole("link", { name: "Overview" })).not.toHaveAttribute("aria-current");
});

test("the list of projects shows how often each was called", async ({ page }) => {
  const { team, project } = await enterProject(page);
  await makeProject(page, team, { name: "Quiet", slug: "quiet" });
  await makeMock(page, project);
  await page.goto(`/${team.slug}`);
  for (const path of ["/users", "/users", "/none"]) await fetchFrom(page, project.mockBaseUrl + path);
  const row = (name: string) => page.getByRole("row").filter({ has: page.getByRole("link", { name }) });
  await page.reload();
  await expect(row("Coffee shop").getByTitle(/^Last 24 hours: 2 mock calls, 0 captures/)).toContainText(
    "1 error",
  );
  await expect(row("Quiet").getByTitle(/^Last 24 hours: 0 mock calls/)).toBeVisible();
  await inspect(page, "projects-with-traffic");
});
