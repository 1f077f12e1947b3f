import {
  type Browser,
  test as base,
  type ConsoleMessage,
  chromium,
  expect,
  type Page,
  type WebError,
} from "@playwright/test";
import { seriousViolations } from "./axe";
import { launchOptions } from "./chromium";
import { SharedContext } from "./shared-context";

type Watched = { complaints: string[] };
export type Options = {
  /** Whether pages load, once they are at rest, the code that may be used next. */
  rests: boolean;
};

/**
 * Text typed before React has hydrated a field may be lost. React marks the elements that it has hydrated; pages that
 * are not rendered by React have no mark to wait for.
 */
export async function untilTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (!document.querySelector("script[src*='/_next/']")) return true;
    const fields = [...document.querySelectorAll("main input, main textarea, main button")];
    return fields.every((field) => Object.keys(field).some((key) => key.startsWith("__reactProps")));
  });
}

const patient = new WeakSet<Page>();

/** Loads pages as a person does, who is slower than React is. */
function patiently(page: Page): Page {
  if (patient.has(page)) return page;
  patient.add(page);
  const { goto, reload } = page;
  page.goto = async (...args) => {
    const answer = await goto.apply(page, args);
    // A test that waits for less is about the time before hydration.
    if (args[1]?.waitUntil === undefined) await untilTakenOver(page);
    return answer;
  };
  page.reload = async (...args) => {
    const answer = await reload.apply(page, args);
    await untilTakenOver(page);
    return answer;
  };
  return page;
}

/**
 * Never lets a page come to rest, so that code is loaded by who uses it: the harder case, and a third less work for each
 * page that a test opens.
 */
async function keepBusy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
}

/** Of the test that runs, for the contexts that it opens itself: the browser is the same for many. */
let isBusy = true;

/** Pages of the contexts that a test opens itself are busy and loaded patiently, too. */
function withPatientPages(browser: Browser): Browser {
  const { newContext } = browser;
  browser.newContext = async (options) => {
    // Playwright waits before each click until what moves has come to rest.
    const context = await newContext.call(browser, { reducedMotion: "reduce", ...options });
    const { newPage } = context;
    context.newPage = async () => {
      const page = await newPage.call(context);
      if (isBusy) await keepBusy(page);
      return patiently(page);
    };
    return context;
  };
  return browser;
}

/** What Chromium says of every answer that is no success; tests that provoke one look at the page instead. */
const expected = /^Failed to load resource/;

/**
 * Tests with Playwright's own browser, else the system's, else the one that comes as a package. A test fails
 * when a page throws, or when anything is written to the console as an error: hydration, a policy, React.
 */
export const test = base.extend<Watched & Options, { shared: SharedContext }>({
  rests: [false, { option: true }],
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: the first parameter has to be a pattern
    async ({}, use) => {
      const browser = await chromium.launch({ ...(await launchOptions()), headless: true });
      await use(withPatientPages(browser));
      await browser.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  shared: [
    async ({ browser }, use, { project }) => {
      const { baseURL } = project.use;
      const shared = new SharedContext(browser, baseURL ? { baseURL } : {});
      await use(shared);
      await shared.close();
    },
    { scope: "worker" },
  ],
  context: async ({ browser, shared, rests, baseURL, javaScriptEnabled }, use, testInfo) => {
    isBusy = !rests;
    if (javaScriptEnabled === false) {
      const context = await browser.newContext({ javaScriptEnabled, ...(baseURL && { baseURL }) });
      await use(context);
      return context.close();
    }
    await use(await shared.get());
    await shared.clean(testInfo.status === testInfo.expectedStatus);
  },
  page: async ({ context }, use) => use(await context.newPage()),
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      const onError = (error: WebError) => complaints.push(String(error.error()));
      const onConsole = (message: ConsoleMessage) => {
        if (message.type() === "error" && !expected.test(message.text())) complaints.push(message.text());
      };
      context.on("weberror", onError);
      context.on("console", onConsole);
      await use(complaints);
      context.off("weberror", onError);
      context.off("console", onConsole);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export const schemes = ["light", "dark"] as const;
type Scheme = (typeof schemes)[number];
const widths = [1280, 360];

/** Fails for violations that keep somebody from using the page. */
async function expectNoViolation(page: Page, name: string, scheme: Scheme): Promise<void> {
  // All of a page is in its own document: axe doesn't look into frames.
  expect(page.frames()).toHaveLength(1);
  const violations = await seriousViolations(page, scheme === "light" ? "all" : "contrast");
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, failureSummary }) => ({ id, target, html, failureSummary })),
  );
  expect(found, `${name}, ${scheme}`).toEqual([]);
}

/** Draws the page in these colours, to the end of what changes little by little. */
async function showIn(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    await drawn();
    await drawn();
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

export async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const colorScheme of checkedSchemes) {
    await showIn(page, colorScheme);
    await expectNoViolation(page, name, colorScheme);
  }
}

/**
 * Looks at what is on screen now as on a phone and on a desktop, light and dark: nothing reaches beyond the
 * width, nobody is kept out, and a picture is left in `screenshots/` for whoever changes the page.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // Open menus take a moment to follow to where their button is now.
    await expect
      .poll(() => overflowOf(page), {
        message: `${name} at ${width} px reaches beyond the width`,
        timeout: 15_000,
      })
      .toBeLessThanOrEqual(0);
    if (takesPictures) {
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height: Math.max(900, height) });
    }
    const isJudged = width === 1280;
    for (const colorScheme of isJudged || takesPictures ? checkedSchemes : []) {
      await showIn(page, colorScheme);
      await takePicture(page, `${name}-${width}-${colorScheme}`);
      if (isJudged) await expectNoViolation(page, name, colorScheme);
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** Not where nobody looks at them: once in some thousand Chromium never finishes one, and a test would wait for it. */
const takesPictures = !process.env.CI && process.env.FIELDKIT_PICTURES !== "none";

/** `npm test` skips dark mode to save time. Running one file, with screenshots, checks both. */
const checkedSchemes = takesPictures || process.env.FIELDKIT_THOROUGH ? schemes : (["light"] as const);

export async function takePicture(page: Page, name: string): Promise<void> {
  if (!takesPictures) return;
  const options = { path: `screenshots/${name}.png`, timeout: 30_000 };
  await page.screenshot(options).catch(() => page.screenshot(options));
}

function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
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
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Projects", level: 1 })).toBeVisible();
  // The page after an entrance is loaded anew.
  await untilTakenOver(page);
  return account;
}

export async function createProject(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "New project" }).click();
  const dialog = page.getByRole("dialog", { name: "New project" });
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByRole("button", { name: "Create project" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
}

export type MockFields = { name: string; endpoint: string; body: string };

/** Fills in the form of a new mock and waits for the page of the mock that it made. */
export async function createMock(page: Page, { name, endpoint, body }: MockFields): Promise<void> {
  await page.getByRole("link", { name: "New mock" }).click();
  const form = page.getByRole("form", { name: "New mock" });
  await form.getByLabel("Name", { exact: true }).fill(name);
  await form.getByLabel("Endpoint").fill(endpoint);
  await form.getByLabel("Body", { exact: true }).fill(body);
  await form.getByRole("button", { name: "Create mock" }).click();
  await page.waitForURL(/\/mocks\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
}
