import { expect, newAccount, signUp, test } from "./browser";
import { enter, enterProject, makeMock, makeProject, titleIn } from "./workspace";

test("an unknown page answers 404, says so, and leads back", async ({ page }) => {
  // A home of its own: the link leads to the account's first team.
  const { team } = await enter(page);
  const base = `/${team.slug}/${(await makeProject(page, team)).slug}`;
  for (const path of [
    "/nobody-has-this-team",
    "/nobody-has-this-team/coffee-shop/mocks",
    `/${team.slug}/unknown`,
    `/${team.slug}/unknown/mocks`,
    `/${team.slug}/unknown/settings`,
    `${base}/unknown`,
    `${base}/mocks/unknown`,
    `${base}/mocks/01a1fdcc-0acd-7797-a16b-67bf3c2452f7`,
  ]) {
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(404);
    expect(titleIn(await answer.text()), path).toBe("Not found · Fieldkit");
  }
  expect((await page.goto(`${base}/mocks/new?from=unknown`))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "There is nothing here", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Go to your projects" }).click();
  await expect(page).toHaveURL(`/${team.slug}`);
});

test("shows 404 for another team's pages", { tag: "@always" }, async ({ page, browser, baseURL }) => {
  const { base } = await enterProject(page);
  const stranger = await browser.newPage(baseURL ? { baseURL } : {});
  await enter(stranger);
  expect((await stranger.request.get(`${base}/mocks`)).status()).toBe(404);
  await stranger.close();
});

test("tabs tell pages apart by their titles", async ({ page }) => {
  const { team, project, base } = await enterProject(page, { name: "Café 日本" });
  const mock = await makeMock(page, project);
  for (const [path, title] of [
    [`/${team.slug}`, "Projects · Ada Lovelace"],
    [base, "Overview · Café 日本"],
    [`${base}/mocks`, "Mocks · Café 日本"],
    [`${base}/mocks/new`, "New mock · Café 日本"],
    [`${base}/mocks/${mock.id}`, "List users · Café 日本"],
    [`${base}/settings`, "Settings · Café 日本"],
  ] as const) {
    expect(titleIn(await (await page.request.get(path)).text())).toBe(`${title} · Fieldkit`);
  }
});

test("sends an expired session to sign-in and then back to the page", { tag: "@always" }, async ({
  page,
  context,
}) => {
  const account = await signUp(page);
  const wanted = `${new URL(page.url()).pathname}?a=b&c=%C3%A9`;
  await context.clearCookies();
  await page.goto(wanted);
  await expect(page).toHaveURL(`/sign-in?next=${encodeURIComponent(wanted)}`);
  await page.getByLabel("E-mail").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(wanted);
});

test("a session that ends while a page is open leads to sign-in at the next step", async ({
  page,
  context,
}) => {
  const { base } = await enterProject(page);
  await page.goto(`${base}/mocks`);
  // The page looks for changes every few seconds. If it learnt of the end first, it would ask to sign in again.
  await page.route("**/api/**", (route) => route.abort());
  await context.clearCookies();
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page).toHaveURL(`/sign-in?next=${encodeURIComponent(`${base}/settings`)}`);
});

test("signing in never leads to another site", async ({ page }) => {
  const account = newAccount();
  await enter(page, account);
  const hostile = ["//evil.example", "/\\evil.example", "https://evil.example", "/%09/evil.example"];
  for (const next of [...hostile, "/..//evil.example", "/%2e%2e//evil.example", "/%2f/evil.example"]) {
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    expect(new URL(page.url()).hostname, next).toBe("localhost");
  }
  await page.context().clearCookies();
  await page.goto(`/sign-in?next=${encodeURIComponent("//evil.example")}`);
  await page.getByLabel("E-mail").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Projects", level: 1 })).toBeVisible();
  expect(new URL(page.url()).hostname).toBe("localhost");
});

test("signing in leads on to a page outside the dashboard", async ({ page }) => {
  const account = newAccount();
  await enter(page, account);
  await page.context().clearCookies();
  const next = "/api/auth/verify-email/unknown";
  await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
  await page.getByLabel("E-mail").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(next);
});
