import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import { serveGit } from "../git-http-server";
import { createRepository } from "../git-repository";
import { targetPort as ownTargetPort } from "../target-port";
import { expect, test } from "./browser";
import { enterGroup, makeFlag } from "./flag-workspace";
import { sendTo } from "./inbox";
import { invite, makeInbox, makeMock, makeTeam, type Project, responseOf, send } from "./workspace";

/** The most script bytes, as transferred, that a page may load before anybody interacts with it. */
const budget = 300_000;

/** The pages of the folder `app`: `/[team]/[project]/mocks`. Documentation is static files. */
const pages = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|\/)page\.tsx$/.test(file))
  .map((file) => `/${dirname(file)}`.replace(/\/(\([^)]*\)|\.)(?=\/|$)/g, "") || "/")
  .filter((path) => !path.startsWith("/docs/"))
  .sort();

const targetPort = ownTargetPort();
let root: string;
let server: Awaited<ReturnType<typeof serveGit>>;

test.beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "fieldkit-repos-"));
  createRepository(root, "shop", [
    { message: "feat: gift cards", at: Math.floor(Date.now() / 1000) - 86_400 },
  ]);
  server = await serveGit(root, targetPort);
});
test.afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

/** The id of a release with notes. */
async function writeRelease(page: Page, project: Project): Promise<string> {
  const path = `/api/projects/${project.id}/releases`;
  const repoUrls = [`http://127.0.0.1:${targetPort}/shop.git`];
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const range = { fromDate: day(7), toDate: day(0) };
  const { id } = await send<{ id: string }>(page, "POST", `${path}/generate`, { repoUrls, ...range });
  const status = async () => (await send<{ status: string }>(page, "GET", `${path}/${id}`)).status;
  await expect.poll(status, { timeout: 60_000 }).toBe("draft");
  return id;
}

/** A mock's page has more to show where it has several responses. */
function makeSeveral(page: Page, project: Project) {
  const when = { all: [{ in: "query" as const, name: "page", equals: "2" }] };
  const responses = [responseOf({ name: "Second page", when }), responseOf({ statusCode: 404 })];
  return makeMock(page, project, { endpoint: "/several", responses });
}

/** A collection with an item. @returns its id */
async function makeCollection(page: Page, project: Project): Promise<string> {
  const fields = { name: "Customers", path: "/customers", seed: [{ name: "Ada" }] };
  const path = `/api/projects/${project.id}/mock-collections`;
  return (await send<{ id: string }>(page, "POST", path, fields)).id;
}

/** An address for each page, with one thing of each kind to show; and what else one of them may show. */
async function addressesOf(page: Page): Promise<{ [group in "each" | "more"]: Record<string, string> }> {
  const { project, team, base, group, record, groupBase } = await enterGroup(page);
  await makeFlag(page, project, { name: "Banner", key: "banner" });
  const mock = await makeMock(page, project);
  const several = await makeSeveral(page, project);
  const inbox = await makeInbox(page, project);
  const collection = await makeCollection(page, project);
  await sendTo(project.mockBaseUrl, { method: "GET", path: "/none" });
  const release = await writeRelease(page, project);
  const crew = await makeTeam(page, `crew-${team.referenceId}`);
  const { token } = await invite(page, crew, "grace@example.com", "member");
  const inProject = {
    "": base,
    "/audit": `${base}/audit`,
    "/mocks": `${base}/mocks`,
    "/mocks/new": `${base}/mocks/new`,
    "/mocks/[mockId]": `${base}/mocks/${mock.id}`,
    "/mocks/calls": `${base}/mocks/calls`,
    "/mocks/collections": `${base}/mocks/collections`,
    "/mocks/collections/new": `${base}/mocks/collections/new`,
    "/mocks/collections/[collectionId]": `${base}/mocks/collections/${collection}`,
    "/mocks/collections/[collectionId]/settings": `${base}/mocks/collections/${collection}/settings`,
    "/mocks/files": `${base}/mocks/files`,
    "/mocks/forwarding": `${base}/mocks/forwarding`,
    "/webhooks": `${base}/webhooks`,
    "/webhooks/new": `${base}/webhooks/new`,
    "/webhooks/[webhookId]": `${base}/webhooks/${inbox.id}`,
    "/webhooks/[webhookId]/settings": `${base}/webhooks/${inbox.id}/settings`,
    "/webhooks/[webhookId]/forwarding": `${base}/webhooks/${inbox.id}/forwarding`,
    "/flags": `${base}/flags`,
    "/flags/environments": `${base}/flags/environments`,
    "/flags/segments": `${base}/flags/segments`,
    "/flags/compare": `${base}/flags/compare`,
    "/flags/stale": `${base}/flags/stale`,
    "/flags/groups": `${base}/flags/groups`,
    "/flags/groups/[groupId]": groupBase,
    "/flags/groups/[groupId]/records/[recordId]": `${base}/flags/groups/${group.id}/records/${record.id}`,
    "/keys": `${base}/keys`,
    "/releases": `${base}/releases`,
    "/releases/new": `${base}/releases/new`,
    "/releases/subscribers": `${base}/releases/subscribers`,
    "/releases/settings": `${base}/releases/settings`,
    "/releases/[releaseId]": `${base}/releases/${release}`,
    "/settings": `${base}/settings`,
  };
  const each = {
    "/": "/",
    "/-/account": "/-/account",
    "/-/cli": `/-/cli?port=40123&state=${"s".repeat(43)}&challenge=${"c".repeat(43)}&machine=desk`,
    "/[team]": `/${team.slug}`,
    "/[team]/-/audit": `/${team.slug}/-/audit`,
    "/[team]/-/members": `/${team.slug}/-/members`,
    "/[team]/-/settings": `/${team.slug}/-/settings`,
    "/invitations/[token]": `/invitations/${token}`,
    ...Object.fromEntries(
      Object.entries(inProject).map(([path, address]) => [`/[team]/[project]${path}`, address]),
    ),
  };
  return { each, more: { "a mock with several responses": `${base}/mocks/${several.id}` } };
}

/** Pages for all visitors, signed in or not. */
const publicAddresses = {
  "/forgot-password": "/forgot-password",
  "/reset-password": "/reset-password?token=unknown",
  "/sign-in": "/sign-in",
  "/sign-up": "/sign-up",
};

/** What is shown where there is no page. */
const strayAddresses = { "not found, for everybody": "/no/such/page" };

const weights = new Map<string, Promise<number>>();

/** Bytes of a script as a browser gets it. */
function weigh(url: string): Promise<number> {
  const weight =
    weights.get(url) ??
    new Promise<number>((resolve, reject) => {
      get(url, { headers: { "accept-encoding": "br" } }, (answer) => {
        let bytes = 0;
        answer.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.on("end", () => resolve(bytes));
      }).on("error", reject);
    });
  weights.set(url, weight);
  return weight;
}

/** Bytes of all scripts that a page loads by itself; it never rests, and what it would load then is not counted. */
async function firstLoad(page: Page, address: string): Promise<number> {
  const urls = new Set<string>();
  const collect = (request: { url(): string; resourceType(): string }) => {
    if (new URL(request.url()).pathname.endsWith(".js")) urls.add(request.url());
  };
  page.on("request", collect);
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  page.off("request", collect);
  expect(urls.size, `${address} has scripts`).toBeGreaterThan(0);
  const sizes = await Promise.all([...urls].map(weigh));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function expectWithinBudget(page: Page, addresses: Record<string, string>): Promise<void> {
  const heavy: string[] = [];
  const waiting = Object.entries(addresses);
  const weighNext = async () => {
    const tab = await page.context().newPage();
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, address] = next;
      const weight = await firstLoad(tab, address);
      test.info().annotations.push({ type: name, description: `${Math.round(weight / 1000)} KB` });
      if (weight > budget) heavy.push(`${name} loads ${Math.round(weight / 1000)} KB of scripts`);
    }
  };
  // Most of the time of a load is waiting until no more scripts come.
  await Promise.all([weighNext(), weighNext(), weighNext()]);
  expect(
    heavy,
    `At most ${budget / 1000} KB, compressed. What a first look does without, comes later()`,
  ).toEqual([]);
}

test("every page loads at most 300 KB of scripts before it is used", async ({ page }) => {
  const { each, more } = await addressesOf(page);
  expect(Object.keys({ ...each, ...publicAddresses }).sort(), "an address for each page").toEqual(pages);
  await expectWithinBudget(page, {
    ...each,
    ...more,
    "not found, in a team": `${each["/[team]"]}/unknown/mocks`,
    ...strayAddresses,
  });
});

test("public pages load at most 300 KB of scripts", { tag: "@always" }, async ({ page }) => {
  await expectWithinBudget(page, { ...publicAddresses, ...strayAddresses });
});
