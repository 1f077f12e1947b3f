import { existsSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { test as base, chromium, expect, type Page } from "@playwright/test";
import bundled from "@sparticuz/chromium";

const systemPaths = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
/** Fit for functions in a cloud, not for a test that opens several pages with real origins. */
const unfit = ["--single-process", "--no-zygote", "--disable-web-security"];

async function launchOptions() {
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const installed = [chromium.executablePath(), ...systemPaths].find((path) => path && existsSync(path));
  if (installed) return { executablePath: installed, args: sandbox };
  const args = bundled.args.filter((arg) => !unfit.includes(arg.split("=", 1)[0] ?? ""));
  return { executablePath: await bundled.executablePath(), args: [...args, ...sandbox] };
}

/** Tests with Playwright's own browser, else the system's, else the one that comes as a package. */
export const test = base.extend<object, { launched: undefined }>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: the first parameter has to be a pattern
    async ({}, use) => {
      const browser = await chromium.launch({ ...(await launchOptions()), headless: true });
      await use(browser);
      await browser.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

export { expect };

export const schemes = ["light", "dark"] as const;

/** Fails for violations that keep somebody from using the page. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    const found = grave.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })),
    );
    expect(found, `${name}, ${colorScheme}`).toEqual([]);
  }
}

export type Account = { name: string; email: string; password: string };

export function newAccount(): Account {
  const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  return { name: "Ada Lovelace", email: `ada-${id}@example.com`, password: "correct horse battery" };
}

export async function signUp(page: Page, account = newAccount()): Promise<Account> {
  await page.goto("/sign-up");
  await page.getByLabel("Name", { exact: true }).fill(account.name);
  await page.getByLabel("E-mail").fill(account.email);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Projects", level: 1 })).toBeVisible();
  return account;
}

export async function createProject(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: /Create a project|New project/ }).click();
  const dialog = page.getByRole("dialog", { name: "New project" });
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByRole("button", { name: "Create project" }).click();
  await expect(page.getByRole("heading", { name: "Mocks", level: 1 })).toBeVisible();
}

export type MockFields = { name: string; endpoint: string; body: string };

/** Fills in the form of a new mock and waits for the page of the mock that it made. */
export async function createMock(page: Page, { name, endpoint, body }: MockFields): Promise<void> {
  await page.getByRole("link", { name: /Create your first mock|New mock/ }).click();
  const form = page.getByRole("form", { name: "New mock" });
  await form.getByLabel("Name", { exact: true }).fill(name);
  await form.getByLabel("Endpoint").fill(endpoint);
  await form.getByLabel("Body", { exact: true }).fill(body);
  await form.getByRole("button", { name: "Create mock" }).click();
  await page.waitForURL(/\/mocks\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
}
