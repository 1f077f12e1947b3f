import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { startDoor } from "../door";
import { expect, test } from "./browser";
import {
  appearance,
  detail,
  expectLive,
  list,
  openInbox,
  pasteIntoShell,
  row,
  rows,
  sendJson,
  sendTo,
} from "./inbox";

/** The paths in the list, which end in a slash here, because the time of day follows them. */
const paths = (page: Page) =>
  rows(page).evaluateAll((links) => links.map((link) => /\/[a-z]+-\d+\//.exec(link.textContent ?? "")?.[0]));

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

test("the page reconnects when the server comes back, and finds what it missed", async ({
  browser,
}, testInfo) => {
  const door = await startDoor("server");
  const context = await browser.newContext({ baseURL: `http://localhost:${door.port}` });
  const thrown: string[] = [];
  context.on("weberror", (error) => thrown.push(String(error.error())));
  try {
    const page = await context.newPage();
    const { url } = await openInbox(page, { name: "Restarted" });
    await expectLive(page);
    await sendTo(url, { path: "/before-1/" });
    await sendTo(url, { path: "/before-2/" });
    await expect(rows(page)).toHaveCount(2);

    for (const [round, signal] of (["SIGTERM", "SIGKILL"] as const).entries()) {
      await door.end(signal);
      await expect(page.getByRole("status").filter({ hasText: /Reconnecting/ })).toBeVisible();
      await door.restart();
      for (const at of [1, 2, 3]) await sendTo(url, { path: `/missed-${10 * round + at}/` });
      await expectLive(page);
      await sendTo(url, { path: `/after-${round}/` });
      await expect(row(page, `/after-${round}/`)).toBeVisible();
    }
    expect(await paths(page)).toEqual(
      ["/before-1/", "/before-2/", "/missed-1/", "/missed-2/", "/missed-3/", "/after-0/"]
        .concat("/missed-11/", "/missed-12/", "/missed-13/", "/after-1/")
        .reverse(),
    );
    await page.reload();
    await expect(rows(page)).toHaveCount(10);
    expect(thrown).toEqual([]);
  } finally {
    await testInfo.attach("server log", { body: door.log() });
    await context.close();
    await door.stop();
  }
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
  expect(await paths(page)).toEqual(Array.from({ length: 50 }, (_, at) => `/large-${50 - at}/`));

  for (const at of [48, 49, 50]) {
    await row(page, `/large-${at}/`).click();
    await expect(detail(page)).toContainText(`/large-${at}/`);
  }
  await list(page).getByRole("searchbox").fill("large-7");
  await expect(rows(page)).toHaveCount(1);
  await expectLive(page);
  expect(await longestFreeze()).toBeLessThan(3000);
});
