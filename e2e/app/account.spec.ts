import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { BrowserContext, Page } from "@playwright/test";
import { codeOf } from "../totp";
import { type Account, expect, inspect, newAccount, test, untilTakenOver } from "./browser";
import { enter, makeTeam } from "./workspace";

const run = promisify(execFile);
const accountPage = "/-/account";
const signInButton = { name: "Sign in", exact: true };
const projects = (page: Page) => page.getByRole("heading", { name: "Projects", level: 1 });

async function giveCredentials(page: Page, { email, password }: Account) {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", signInButton).click();
}

/** Chromium's own authenticator, which always agrees. */
async function addAuthenticator(context: BrowserContext, page: Page) {
  const client = await context.newCDPSession(page);
  await client.send("WebAuthn.enable");
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

test("the account page is found, changes the name, and ends another session", async ({
  page,
  browser,
  baseURL,
}) => {
  const { account } = await enter(page);
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  const other = await elsewhere.newPage();
  await giveCredentials(other, account);
  await expect(projects(other)).toBeVisible();

  await page.goto("/");
  await page.getByRole("button", { name: `Account of ${account.name}` }).click();
  await page.getByRole("menuitem", { name: "Your account" }).click();
  await expect(page.getByRole("heading", { name: "Your account", level: 1 })).toBeVisible();
  await inspect(page, "account");
  await page.getByLabel("Name", { exact: true }).fill("Grace Hopper");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: "Account of Grace Hopper" })).toBeVisible();

  const sessions = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await sessions
    .filter({ hasNotText: "This session" })
    .getByRole("button", { name: /End the session/ })
    .click();
  await expect(sessions).toHaveCount(1);
  await other.goto(accountPage);
  await expect(other).toHaveURL(/\/sign-in\?next=/);
  await elsewhere.close();
});

test("a password is changed, and the address is asked to be another", async ({ page }) => {
  const { account } = await enter(page);
  await page.goto(accountPage);
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change password" });
  await dialog.getByLabel("Current password", { exact: true }).fill("wrong wrong");
  await dialog.getByLabel("New password", { exact: true }).fill("a better horse battery");
  await dialog.getByRole("button", { name: "Save password" }).click();
  await expect(dialog.getByLabel("Current password", { exact: true })).toHaveAccessibleDescription(
    /is wrong/,
  );
  await dialog.getByLabel("Current password", { exact: true }).fill(account.password);
  await inspect(page, "account-password");
  await dialog.getByRole("button", { name: "Save password" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Nothing else can sign in to your account.")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();

  await page.getByRole("button", { name: "Change", exact: true }).click();
  const address = page.getByRole("dialog", { name: "Change email address" });
  await address.getByLabel("New email address").fill(newAccount().email);
  await address.getByLabel("Password", { exact: true }).fill("a better horse battery");
  await address.getByRole("button", { name: "Send link" }).click();
  await expect(address).toBeHidden();
});

test("turns on two-factor codes, asks for one at sign-in, and accepts a recovery code instead", {
  tag: "@always",
}, async ({ page }) => {
  const { account } = await enter(page);
  await page.goto(accountPage);
  await page.getByRole("button", { name: "Turn on", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Turn two-factor codes on" });
  await dialog.getByLabel("Password", { exact: true }).fill(account.password);
  await dialog.getByRole("button", { name: "Go on" }).click();
  await expect(dialog.getByRole("img", { name: "QR code with the secret" })).toBeVisible();
  const secret = String(await dialog.locator("code").textContent());
  const codes = dialog.getByRole("region", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const recovery = String(await codes.first().textContent());
  await inspect(page, "two-factor");
  await dialog.getByLabel("First code").fill("000000");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByLabel("First code")).toHaveAccessibleDescription(/is wrong/);
  await dialog.getByLabel("First code").fill(codeOf(secret));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "New recovery codes" })).toBeVisible();
  await inspect(page, "two-factor-on");

  await page.context().clearCookies();
  await giveCredentials(page, account);
  const code = page.getByRole("textbox", { name: "Code" });
  await inspect(page, "sign-in-code");
  await code.fill("000000");
  await page.getByRole("button", signInButton).click();
  await expect(code).toHaveAccessibleDescription(/code is wrong/);
  await code.fill(codeOf(secret, 1));
  await page.getByRole("button", signInButton).click();
  await expect(projects(page)).toBeVisible();

  await page.context().clearCookies();
  await giveCredentials(page, account);
  await code.fill(recovery);
  await page.getByRole("button", signInButton).click();
  await expect(projects(page)).toBeVisible();
});

test("adds, signs in with, renames and removes a passkey", { tag: "@always" }, async ({ page, context }) => {
  const { account } = await enter(page);
  await addAuthenticator(context, page);
  await page.goto(accountPage);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Name").fill("Laptop");
  await dialog.getByLabel("Password", { exact: true }).fill(account.password);
  await dialog.getByRole("button", { name: "Go on" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Actions for Laptop" })).toBeVisible();

  await page.getByRole("button", { name: "Change password" }).click();
  const password = page.getByRole("dialog", { name: "Change password" });
  await password.getByLabel("Current password", { exact: true }).fill(account.password);
  account.password = "a better horse battery";
  await password.getByLabel("New password", { exact: true }).fill(account.password);
  await password.getByRole("button", { name: "Save password" }).click();
  const review = page.getByRole("list", { name: "Sign-in methods" }).getByRole("listitem");
  await expect(review).toHaveText(/Laptop/);
  await expect(review.getByRole("button", { name: "Remove Laptop" })).toBeInViewport();
  await inspect(page, "account-review");
  await page.getByRole("button", { name: "Done" }).click();
  await inspect(page, "passkey");

  await context.clearCookies();
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(projects(page)).toBeVisible();

  await page.goto(accountPage);
  await page.getByRole("button", { name: "Actions for Laptop" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  const rename = page.getByRole("dialog", { name: "Rename passkey" });
  await rename.getByLabel("Name").fill("Work laptop");
  await rename.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("button", { name: "Actions for Work laptop" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  const removal = page.getByRole("dialog", { name: "Remove passkey “Work laptop”?" });
  await removal.getByLabel("Password", { exact: true }).fill("wrong wrong");
  await removal.getByRole("button", { name: "Remove passkey" }).click();
  await expect(removal.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(/is wrong/);
  await inspect(page, "passkey-removal");
  await removal.getByLabel("Password", { exact: true }).fill(account.password);
  await removal.getByRole("button", { name: "Remove passkey" }).click();
  // The open dialog hides the list, so an empty list alone doesn't show that the passkey is gone.
  await expect(removal).toBeHidden();
  await expect(page.getByRole("button", { name: "Actions for Work laptop" })).toHaveCount(0);

  await context.clearCookies();
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "does not sign in here" })).toBeVisible();
});

/** `npm run outbox`, as the operator reads it. */
async function outbox(...args: string[]): Promise<string> {
  const command = ["--import", "tsx", "db/show-outbox.ts", ...args];
  const env = { ...process.env, DATA_DIR: process.env.FIELDKIT_DATA_DIR, DATABASE_URL: "" };
  return (await run(process.execPath, command, { env })).stdout;
}

test("resets a forgotten password by the link in the outbox and ends all earlier sessions", {
  tag: "@always",
}, async ({ page, browser, baseURL }) => {
  const account = newAccount();
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  const other = await elsewhere.newPage();
  await enter(other, account);
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.waitForURL("/forgot-password");
  await untilTakenOver(page);
  await page.getByLabel("Email").fill(account.email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByText(/your administrator finds the link in the outbox/)).toBeVisible();
  await inspect(page, "forgot-password-asked");

  const lineOfMail = async () =>
    (await outbox()).split("\n").find((line) => line.includes(account.email)) ?? "";
  await expect.poll(lineOfMail, { timeout: 60_000 }).not.toBe("");
  const [id = ""] = (await lineOfMail()).split(" ");
  const mail = await outbox(id);
  const link = new URL(/https?:\S+\/reset-password\?\S+/.exec(mail)?.[0] ?? "");
  await page.goto(link.pathname + link.search);
  await inspect(page, "reset-password-by-link");
  const changed = { ...account, password: "another horse entirely" };
  await page.getByLabel("Password", { exact: true }).fill(changed.password);
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(projects(page)).toBeVisible();

  await other.goto(accountPage);
  await expect(other).toHaveURL(/\/sign-in\?next=/);
  await elsewhere.close();
  await page.context().clearCookies();
  await giveCredentials(page, account);
  await expect(page.getByRole("alert").filter({ hasText: "is wrong" })).toBeVisible();
  await giveCredentials(page, changed);
  await expect(projects(page)).toBeVisible();
  await page.context().clearCookies();
  await page.goto(link.pathname + link.search);
  await page.getByLabel("Password", { exact: true }).fill("a third horse altogether");
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(page.getByRole("alert").filter({ hasText: /link/ })).toBeVisible();
});

test("an account is deleted by who typed its address and knows its password", async ({ page }) => {
  const { account, team } = await enter(page);
  await makeTeam(page, `crew-${team.referenceId}`);
  await page.goto(accountPage);
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.getByLabel("Type your e-mail address").fill("somebody@example.com");
  await dialog.getByLabel("Password", { exact: true }).fill(account.password);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(dialog.getByLabel("Type your e-mail address")).toHaveAccessibleDescription(/must be/);
  await dialog.getByLabel("Type your e-mail address").fill(account.email);
  await inspect(page, "account-delete");
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await giveCredentials(page, account);
  await expect(page.getByRole("alert").filter({ hasText: "is wrong" })).toBeVisible();
});
