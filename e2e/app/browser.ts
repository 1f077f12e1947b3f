import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, test as base, chromium, expect, type Page } from "@playwright/test";
import { launchOptions } from "./chromium";

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
  browser.newContext = async (...args) => {
    const context = await newContext.apply(browser, args);
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
export const test = base.extend<Watched & Options, { launched: undefined }>({
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
  context: async ({ context, rests }, use) => {
    isBusy = !rests;
    await use(context);
  },
  page: ({ page }, use) => use(patiently(page)),
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      context.on("weberror", (error) => complaints.push(String(error.error())));
      context.on("console", (message) => {
        if (message.type() === "error" && !expected.test(message.text())) complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export const schemes = ["light", "dark"] as const;
type Scheme = (typeof schemes)[number];
type RunOptions = Parameters<AxeBuilder["options"]>[0];
type Violations = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"];
type Axe = { run(context: { exclude: string[] }, options: RunOptions): Promise<{ violations: Violations }> };
const widths = [1280, 360];

/** Spans that hand the focus on at once; nothing else may be focused and hidden. */
const focusGuards = "[data-base-ui-focus-guard]";

/** The rules whose violations axe calls minor or moderate, which keep nobody out: to look costs a third of the time. */
const unheeded = [
  ...["aria-allowed-role", "aria-deprecated-role", "empty-heading", "empty-table-header"],
  ...["focus-order-semantics", "form-field-multiple-labels", "heading-order", "hidden-content"],
  ...["html-xml-lang-mismatch", "image-redundant-alt", "landmark-banner-is-top-level"],
  ...["landmark-contentinfo-is-top-level", "landmark-main-is-top-level", "landmark-no-duplicate-banner"],
  ...["landmark-no-duplicate-contentinfo", "landmark-no-duplicate-main", "landmark-one-main"],
  ...["landmark-unique", "meta-viewport", "meta-viewport-large", "no-autoplay-audio"],
  ...["page-has-heading-one", "presentation-role-conflict", "region", "scope-attr-valid"],
  ...["server-side-image-map", "skip-link", "table-duplicate-name"],
];

/** Details are made of violations only: those of what is well take most of the time. */
const axeOptions: RunOptions = { resultTypes: ["violations"] };
const axeRules = Object.fromEntries(unheeded.map((id) => [id, { enabled: false }]));

/** Another scheme changes only the contrast, and follows on the same document, which has axe already. */
function violationsIn(page: Page, scheme: Scheme): Promise<Violations> {
  if (scheme === "light") return allViolations(page);
  const contrast: RunOptions = { ...axeOptions, runOnly: ["color-contrast"] };
  return page.evaluate(
    async ([exclude, options]) => {
      const { axe } = window as unknown as { axe: Axe };
      return (await axe.run({ exclude: [exclude] }, options)).violations;
    },
    [focusGuards, contrast] as const,
  );
}

async function allViolations(page: Page): Promise<Violations> {
  // All of a page is in its own document, which is judged in a third of the time that frames would take.
  expect(page.frames()).toHaveLength(1);
  const builder = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ ...axeOptions, rules: axeRules })
    .exclude(focusGuards);
  return (await builder.analyze()).violations;
}

/** Fails for violations that keep somebody from using the page. */
async function expectNoViolation(page: Page, name: string, scheme: Scheme): Promise<void> {
  const violations = await violationsIn(page, scheme);
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const found = grave.flatMap(({ id, nodes }) =>
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
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
}

export async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const colorScheme of schemes) {
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
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height: Math.max(900, height) });
    const isJudged = width === 1280;
    for (const colorScheme of isJudged || takesPictures ? schemes : []) {
      await showIn(page, colorScheme);
      await takePicture(page, `${name}-${width}-${colorScheme}`);
      if (isJudged) await expectNoViolation(page, name, colorScheme);
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** Not where nobody looks at them: once in some thousand Chromium never finishes one, and a test would wait for it. */
const takesPictures = !process.env.CI && process.env.FIELDKIT_PICTURES !== "none";

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
