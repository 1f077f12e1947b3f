import { chromium, type Page } from "@playwright/test";
import { launchOptions } from "../e2e/app/chromium";
import { askOnce } from "./rate-row";
import { type Site, startSite } from "./site";
import type { Subject } from "./subject";
import type { Row } from "./table";
import { percentile } from "./times";

const captures = 20;
const largeCaptures = 50;
const largeBody = "one long line of text ".repeat(1024 * 48);

/** An inbox's page in a browser: how soon it shows a capture, and how long large captures freeze it. */
export async function benchBrowser(subject: Subject): Promise<Row[]> {
  const site = await startSite({}, subject);
  const browser = await chromium.launch({ ...(await launchOptions()), headless: true });
  try {
    const inbox = await site.call<{ id: string; referenceId: string }>(
      `/api/projects/${site.project.id}/webhooks`,
      { name: "Bench" },
    );
    const context = await browser.newContext({ extraHTTPHeaders: { cookie: site.cookie } });
    const page = await context.newPage();
    await page.goto(`${site.base}/${site.team.slug}/${site.project.slug}/webhooks/${inbox.id}`);
    await page
      .getByRole("status")
      .filter({ hasText: /^Live$/ })
      .waitFor();
    const delays: number[] = [];
    for (let at = 0; at < captures; at += 1)
      delays.push(await delayOf(page, site, inbox.referenceId, `/shown-${at}/`));
    const freeze = await longestFreeze(page, async () => {
      for (let at = 0; at < largeCaptures; at += 1)
        await capture(site, inbox.referenceId, `/large-${at}/`, largeBody);
      await shown(page, `/large-${largeCaptures - 1}/`);
    });
    return [
      {
        work: "capture until shown",
        ...{ p50: percentile(delays, 0.5), p95: percentile(delays, 0.95), p99: percentile(delays, 0.99) },
        wanted: { p95: 1000 },
      },
      { work: "longest freeze, 50 captures of 1 MiB", p99: freeze, wanted: { p99: 3000 } },
    ];
  } finally {
    await browser.close();
    await site.stop();
  }
}

const capture = ({ base, project }: Site, referenceId: string, path: string, body: string) =>
  askOnce({ url: `${base}/api/webhook/${referenceId}${path}`, host: project.host, method: "POST", body });

/** Milliseconds from the answer to a capture until the page shows it. */
async function delayOf(page: Page, site: Site, referenceId: string, path: string): Promise<number> {
  const appeared = shown(page, path);
  await capture(site, referenceId, path, "hello=world");
  const answeredAt = Date.now();
  return Math.max(0, (await appeared) - answeredAt);
}

/** When a text first shows in the list of captures, by the clock that page and benchmark share. */
function shown(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const region = document.querySelector('section[aria-label="Captured requests"]');
          if (!region?.textContent?.includes(wanted)) return;
          observer.disconnect();
          resolve(Date.now());
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        look();
      }),
    text,
  );
}

/** The longest time in ms that the page didn't react during the work. */
async function longestFreeze(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen = { longest: 0 };
    Object.assign(window, { freezes: seen });
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      seen.longest = Math.max(seen.longest, now - last - 20);
      last = now;
    }, 20);
  });
  await work();
  return page.evaluate(() => (window as unknown as { freezes: { longest: number } }).freezes.longest);
}
