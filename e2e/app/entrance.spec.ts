import { expect, newAccount, test, untilTakenOver } from "./browser";
import { enter, invite, makeTeam } from "./workspace";

const button = { name: "Create account" };

test("what is wrong with a sign-up stands beside its field, and the first one has the focus", async ({
  page,
}) => {
  const taken = newAccount();
  await enter(page, taken);
  await page.context().clearCookies();
  await page.goto("/sign-up");
  const [name, email, password] = [
    page.getByLabel("Name", { exact: true }),
    page.getByLabel("E-mail"),
    page.getByLabel("Password", { exact: true }),
  ];
  await email.fill("nobody");
  await password.fill("short");
  await page.getByRole("button", button).click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription("Name must not be empty");
  await expect(email).toHaveAccessibleDescription("E-mail must be an e-mail address");
  await expect(password).toHaveAccessibleDescription("Password must have at least 8 characters");

  await name.fill(taken.name);
  await email.fill(taken.email);
  await password.fill(taken.password);
  await page.getByRole("button", button).click();
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/There is an account with this e-mail address already/);
  await expect(password).toHaveValue(taken.password);
});

test("who tried too often is told when to try again", async ({ page }) => {
  const body = JSON.stringify({ error: "Too many attempts", code: "rate_limited" });
  const headers = { "Retry-After": "894", "Content-Type": "application/json" };
  await page.route("**/api/auth/**", (route) => route.fulfill({ status: 429, headers, body }));
  for (const [path, label] of [
    ["/sign-in", "Sign in"],
    ["/sign-up", "Create account"],
  ] as const) {
    await page.goto(path);
    if (path === "/sign-up") await page.getByLabel("Name", { exact: true }).fill("Ada");
    await page.getByLabel("E-mail").fill("ada@example.com");
    await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
    await page.getByRole("button", { name: label, exact: true }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Too many attempts" })).toHaveText(
      /Try again in 15 minutes, at \d/,
    );
    await expect(page.getByRole("button", { name: label, exact: true })).toBeEnabled();
  }
});

test("keeps and submits fields filled in before the scripts load", { tag: "@always" }, async ({ page }) => {
  const account = newAccount();
  await enter(page, account);
  await page.context().clearCookies();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/sign-in", { waitUntil: "commit" });
  await page.getByLabel("E-mail").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  release();
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Projects", level: 1 })).toBeVisible();
});

test("a password can be looked at while it is typed", async ({ page }) => {
  await page.goto("/sign-in");
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("secret");
  const show = page.getByRole("button", { name: "Show password" });
  await show.click();
  await expect(password).toHaveAttribute("type", "text");
  await expect(show).toHaveAttribute("aria-pressed", "true");
  await show.click();
  await expect(password).toHaveAttribute("type", "password");
});

test("signing out ends the session", { tag: "@always" }, async ({ page }) => {
  const { team } = await enter(page);
  await page.goto(`/${team.slug}`);
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/sign-in");
  expect((await page.request.get("/api/teams")).status()).toBe(401);
});

test("an invitation leads through sign-in into the team, once", async ({ page, browser, baseURL }) => {
  const { team: home } = await enter(page);
  const team = await makeTeam(page, `crew-${home.referenceId}`);
  const guest = newAccount();
  const { token } = await invite(page, team, guest.email, "member");
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  const there = await elsewhere.newPage();
  await enter(there, guest);
  await elsewhere.clearCookies();

  await there.goto(`/invitations/${token}`);
  await there.getByRole("link", { name: "Sign in", exact: true }).click();
  await untilTakenOver(there);
  await there.getByLabel("E-mail").fill(guest.email);
  await there.getByLabel("Password", { exact: true }).fill(guest.password);
  await there.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(there).toHaveURL(`/${team.slug}`);

  await there.goto(`/invitations/${token}`);
  await expect(there.getByText("This invitation was used already")).toBeVisible();
  await elsewhere.close();
});
