import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "./browser";
import {
  appearance,
  detail,
  expectLive,
  list,
  openInbox,
  pasteIntoShell,
  pathsOf,
  row,
  rows,
  sendJson,
  sendTo,
} from "./inbox";

test("a capture shows in the open page within a second of the curl", async ({ page }) => {
  const { url } = await openInbox(page, { name: "Live" });
  await expectLive(page);
  for (const path of ["/first", "/second", "/third"]) {
    const appeared = appearance(page, path);
    const answer = await pasteIntoShell(`curl -X POST ${url}${path} -d 'hello=world'`);
    const answeredAt = Date.now();
    expect(JSON.parse(answer)).toMatchObject({ success: true });
    // What a busy machine adds is allowed for.
    expect((await appeared) - answeredAt).toBeLessThan(4000);
  }
  await expect(rows(page)).toHaveCount(3);
  await expect(page).toHaveTitle(/Live/);
});

/** Notes the longest that the page was too busy to react, in ms, from now on. */
async function watchForFreezes(page: Page): Promise<() => Promise<number>> {
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
  return () => page.evaluate(() => (window as unknown as { freezes: { longest: number } }).freezes.longest);
}

const MiB = 1024 * 1024;
const lineOf = (at: number) => ({ sku: `A-${1000 + at}`, note: "x".repeat(80), id: randomUUID() });
const lineCount = Math.floor(MiB / (JSON.stringify(lineOf(0)).length + 1)) - 1;
const largeBodies = [
  {
    headers: { "content-type": "application/json" },
    body: JSON.stringify(Array.from({ length: lineCount }, (_, at) => lineOf(at))),
  },
  { headers: { "content-type": "text/plain" }, body: "one long line of text ".repeat(MiB / 22) },
  { headers: { "content-type": "application/octet-stream" }, body: Buffer.alloc(MiB, 0xff) },
];

test("50 captures of 1 MiB do not freeze the page", async ({ page }) => {
  const { url } = await openInbox(page, { name: "Heavy" });
  await expectLive(page);
  await sendJson(url, "/small-0/", { small: true });
  await expect(rows(page)).toHaveCount(1);
  const longestFreeze = await watchForFreezes(page);

  for (const { body } of largeBodies) expect(body.length).toBeGreaterThan(0.99 * MiB);
  for (let at = 1; at <= 50; at += 1) {
    const { status } = await sendTo(url, { path: `/large-${at}/`, ...largeBodies[at % largeBodies.length] });
    expect(status).toBe(200);
  }
  await expect(row(page, "/large-50/")).toBeVisible();
  await expect(rows(page)).toHaveCount(50);
  expect(await pathsOf(page)).toEqual(Array.from({ length: 50 }, (_, at) => `/large-${50 - at}/`));

  for (const at of [48, 49, 50]) {
    await row(page, `/large-${at}/`).click();
    await expect(detail(page)).toContainText(`/large-${at}/`);
  }
  await list(page).getByRole("searchbox").fill("large-7");
  await expect(rows(page)).toHaveCount(1);
  await expectLive(page);
  expect(await longestFreeze()).toBeLessThan(3000);
});
