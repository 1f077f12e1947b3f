import type { BrowserContext, Page, Request } from "@playwright/test";
import type { ClientOptions } from "@/sdk/src/index";
import { expect, test } from "./browser";
import { enterGroup, makeGroupFlag } from "./flag-workspace";
import { openForeignPage } from "./foreign-page";
import { type InstalledSdk, installSdk } from "./installed-sdk";
import { keysOf, serviceUrl } from "./key-room";
import type * as ReactShop from "./react-shop";
import { send } from "./workspace";

let sdk: InstalledSdk;
let script: string;
let onServer: string;
test.beforeAll(async () => {
  sdk = await installSdk();
  script = await sdk.bundle("react-shop.tsx", "browser");
  onServer = await sdk.bundle("react-shop-server.tsx", "node");
});
test.afterAll(() => sdk.remove());

type Showing = { ofItsOwn?: boolean; html?: string };
type ShopWindow = { shop: ReactShop.ShownShop };

/** A project whose record has another headline than everybody else, and a page of a shop that shows it. */
async function openShop(page: Page, context: BrowserContext) {
  const { project, record, flag, group } = await enterGroup(page);
  const at = `/api/projects/${project.referenceId}/groups/${group.id}`;
  const headline = await makeGroupFlag(page, project, group, {
    ...{ name: "Headline", key: "headline", defaultEnabled: false },
    ...{ type: "string", onValue: "For members", offValue: "Welcome" },
  });
  await send(page, "PUT", `${at}/records/${record.id}/values/${headline.id}`, {
    enabled: true,
    rollout: 100,
  });
  const shop = await openForeignPage(context, new Map([["/shop.js", script]]));
  const { key } = await send<{ key: string }>(page, "POST", keysOf(project), {
    ...{ name: "Shop page", scope: "evaluate", origins: [shop.origin] },
  });
  const customers = [record.id, "somebody-else"];
  const options: ClientOptions = { url: serviceUrl(), key, subject: record.id, pollMs: 3_600_000 };
  return {
    ...{ page: shop.page, customers, close: shop.close, requests: watchRequests(shop.page) },
    member: `${record.id}: For members`,
    show: (showing: Showing = {}) =>
      shop.page.evaluate(
        async (given) => {
          const { showShop }: typeof ReactShop = await import(`${location.origin}/shop.js`);
          Object.assign(window, { shop: await showShop(given) });
        },
        { options, customers, ...showing },
      ),
    turnCheckout: (isOn: boolean) =>
      send(page, "PUT", `${at}/flags/${flag.id}`, { defaultEnabled: isOn, defaultPercentage: 100 }),
  };
}

/** What the page asks Fieldkit for, and the streams that it has open. */
function watchRequests(page: Page) {
  const streams = new Set<Request>();
  const watched = { streams, streamsOpened: 0, evaluations: 0 };
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === "/api/ofrep/v1/evaluate/flags" && request.method() === "POST") watched.evaluations += 1;
    if (pathname !== "/api/sdk/stream" || request.method() !== "GET") return;
    watched.streamsOpened += 1;
    streams.add(request);
  });
  page.on("requestfinished", (request) => streams.delete(request));
  page.on("requestfailed", (request) => streams.delete(request));
  return watched;
}

const shownOn = (page: Page) => page.evaluate(() => (window as unknown as ShopWindow).shop.shown);
const renderedOn = (page: Page) => page.evaluate(() => (window as unknown as ShopWindow).shop.rendered);

test("React components update live and share one client", {
  tag: "@always",
}, async ({ page, context }) => {
  const shop = await openShop(page, context);
  await shop.show();
  await expect(shop.page.getByRole("heading")).toHaveText(shop.member);
  await expect(shop.page.getByText("Old checkout", { exact: true })).toBeVisible();
  await expect.poll(() => shop.requests.streams.size).toBe(1);

  await shop.turnCheckout(true);
  await expect(shop.page.getByText("New checkout", { exact: true })).toBeVisible();
  await shop.turnCheckout(false);
  await expect(shop.page.getByText("Old checkout", { exact: true })).toBeVisible();

  // All on the same document, which a reload would have emptied.
  expect((await shownOn(shop.page))[0]).toContain("…");
  expect(shop.requests.streamsOpened).toBe(1);
  await shop.close();
});

test("switching records never renders the previous record's flags", { tag: "@always" }, async ({
  page,
  context,
}) => {
  const shop = await openShop(page, context);
  await shop.show();
  const heading = shop.page.getByRole("heading");
  await expect(heading).toHaveText(shop.member);
  const next = shop.page.getByRole("button", { name: "Next customer" });
  await next.click();
  await expect(heading).toHaveText("somebody-else: Welcome");
  await next.click();
  await expect(heading).toHaveText(shop.member);
  // Back and forth while the answers about either are on their way.
  await heading.evaluate(async () => {
    const button = document.querySelector("button");
    for (let count = 0; count < 21; count += 1) {
      button?.click();
      await new Promise((resolve) => setTimeout(resolve, count));
    }
  });
  await expect(heading).toHaveText("somebody-else: Welcome");

  const [member] = shop.customers;
  const everything = [...(await shownOn(shop.page)), ...(await renderedOn(shop.page))];
  const headlines = everything.map((text) => /^.*?: (…|Welcome|For members)/.exec(text)?.[0]);
  expect(new Set(headlines)).toEqual(
    new Set([`${member}: …`, shop.member, "somebody-else: …", "somebody-else: Welcome"]),
  );
  await shop.close();
});

test("a client that the provider creates has one stream in StrictMode, and none after it", async ({
  page,
  context,
}) => {
  const shop = await openShop(page, context);
  await shop.show({ ofItsOwn: true });
  await expect(shop.page.getByRole("heading")).toHaveText(shop.member);
  await expect.poll(() => shop.requests.streams.size).toBe(1);
  await shop.turnCheckout(true);
  await expect(shop.page.getByText("New checkout", { exact: true })).toBeVisible();
  // React ran the effect twice: the first client asked once and has never listened.
  expect(shop.requests.streamsOpened).toBe(1);
  await shop.page.evaluate(() => (window as unknown as ShopWindow).shop.unmount());
  await expect.poll(() => shop.requests.streams.size).toBe(0);
  await shop.close();
});

test("what a server rendered is taken over without a complaint, and then shows flags", async ({
  page,
  context,
}) => {
  const shop = await openShop(page, context);
  await sdk.write("render.cjs", onServer);
  const html = await sdk.node(["render.cjs", ...shop.customers]);
  for (const ofItsOwn of [true, false]) {
    await shop.page.reload();
    await shop.show({ html, ofItsOwn });
    await expect(shop.page.getByRole("heading")).toHaveText(shop.member);
    // Also where the client knows better.
    const [first] = await renderedOn(shop.page);
    expect(first).toBe(`${shop.customers[0]}: …`);
    expect(html).toContain(first);
  }
  await shop.close();
});
