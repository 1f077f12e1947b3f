import { beforeAll, describe, expect, it, vi } from "vitest";
import { appHost, send } from "./client";
import { emptyRange } from "./contents";
import { createSite, done, type Site } from "./fixtures";

type Release = { id: string; status: string };
type WidgetData = {
  project: string;
  url: string;
  frame: string;
  accent: { light: string; dark: string } | null;
  releases: { id: string; title: string; url: string; publishedAt: string }[];
};

/** The smallest GIF that browsers show. */
const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

let site: Site;
let base: string;
let api: string;

const settings = (fields: object) => done(site.owner.put(`${api}/release-settings`, fields));
const get = (path: string, headers = {}) => send({ path, headers });

async function release(title: string, content: string): Promise<Release> {
  const { id } = await done<Release>(site.owner.post(`${api}/releases/generate`, emptyRange), 201);
  const isDraft = async () =>
    expect((await done<Release>(site.owner.get(`${api}/releases/${id}`))).status).toBe("draft");
  await vi.waitFor(isDraft, { interval: 20, timeout: 60_000 });
  await done(site.owner.put(`${api}/releases/${id}`, { title, content }));
  return done(site.owner.post(`${api}/releases/${id}/publish`, {}));
}

function upload(bytes: Buffer, name = "logo.gif") {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n--b--\r\n")]);
  const type = { "content-type": "multipart/form-data; boundary=b" };
  return site.owner.call("POST", `${api}/release-settings/logo`, body, type);
}

let cards: Release;

beforeAll(async () => {
  site = await createSite();
  base = `/changelog/${site.team.slug}/${site.project.slug}`;
  api = `/api/projects/${site.project.id}`;
  await settings({ changelog: true });
  await release("Older", "## Fixed\n\n- The cart keeps 100% of its items\n");
  cards = await release(
    "Spring",
    "## New\n\n- **Gift cards** in all <b>shops</b>, see [more](https://example.com)\n",
  );
});

describe("the look of a public page", () => {
  it("has the project's colour in its style and policy, and loses it again", async () => {
    await settings({ accentColor: "#0F766E" });
    const page = await get(base);
    expect(page.text()).toMatch(
      /<style>:root\{--accent:light-dark\(oklch\([\d. ]+\),oklch\([\d. ]+\)\)\}<\/style>/,
    );
    expect(page.headers["content-security-policy"]).toMatch(/style-src 'sha256-\S+' 'sha256-\S+';/);
    const data = (await get(`${base}/widget.json`)).json<WidgetData>();
    expect(data.accent?.light).toMatch(/^oklch\(/);
    await settings({ accentColor: null });
    expect((await get(base)).text()).not.toContain(":root{--accent:light-dark(oklch(0");
  });

  it.each(["red", "#12345", "#0f766e;}", "", 7])("%j is no colour", async (accentColor) => {
    const answer = await site.owner.put(`${api}/release-settings`, { accentColor });
    expect(answer.status).toBe(400);
  });

  it("has the logo at an address of its version, until it is taken off", async () => {
    expect((await get(`${base}/logo`)).status).toBe(404);
    const { version } = await done<{ version: string }>(upload(gif));
    const [, address] =
      new RegExp(`<img src="http://${appHost}(${base}/logo\\?v=${version})"`).exec(
        (await get(base)).text(),
      ) ?? [];
    const logo = await get(address ?? "");
    expect([logo.status, logo.headers["content-type"]]).toEqual([200, "image/gif"]);
    expect(logo.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(logo.headers["x-content-type-options"]).toBe("nosniff");
    expect(Buffer.compare(logo.body, gif)).toBe(0);
    expect((await get(`${base}/logo?v=other`)).headers["cache-control"]).toBe("public, max-age=60");
    expect((await done<{ logo: string }>(site.owner.get(`${api}/release-settings`))).logo).toBe(version);
    expect((await site.owner.get(`${api}/release-settings/logo`)).headers["content-type"]).toBe("image/gif");
    await done(site.owner.delete(`${api}/release-settings/logo`));
    expect((await get(base)).text()).not.toContain("<img");
    expect((await get(address ?? "")).status).toBe(404);
  });

  it.each([
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400],
    ["a page that is called GIF", Buffer.from("<script>alert(1)</script>"), 400],
    ["nothing", Buffer.alloc(0), 400],
    ["a picture of 257 KiB", Buffer.concat([gif, Buffer.alloc(257 * 1024)]), 413],
  ])("%s is no logo", async (_, bytes, status) => {
    expect((await upload(bytes)).status).toBe(status);
    expect((await get(`${base}/logo`)).status).toBe(404);
  });
});

describe("what other sites show", () => {
  it("a frame that any site may have and that runs nothing", async () => {
    const frame = await get(`${base}/embed`);
    expect(frame.status).toBe(200);
    expect(frame.headers["content-security-policy"]).toMatch(/^default-src 'none';.*; frame-ancestors \*$/);
    expect(frame.headers["x-frame-options"]).toBeUndefined();
    expect(frame.text()).toContain("<strong>Gift cards</strong>");
    expect(frame.text()).not.toMatch(/<script|<form/);
    expect((await get(base)).headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  });

  it("titles as JSON for pages of any origin, newest first", async () => {
    const answer = await get(`${base}/widget.json`, { origin: "https://shop.example" });
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
    expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
    const { releases, frame } = answer.json<WidgetData>();
    expect(releases.map(({ title }) => title)).toEqual(["Spring", "Older"]);
    expect(releases[0]).toMatchObject({ id: cards.id, url: `http://${appHost}${base}/${cards.id}` });
    expect(frame).toBe(`http://${appHost}${base}/embed`);
  });

  it("change at once with a release and go with the page", async () => {
    const below = ["", "/embed", "/widget.json", "/rss.xml"];
    const extra = await release("Short-lived", "gone soon");
    for (const path of below) expect((await get(base + path)).text()).toContain("Short-lived");
    await done(site.owner.put(`${api}/releases/${extra.id}`, { title: "Renamed" }));
    for (const path of below) {
      const text = (await get(base + path)).text();
      expect([text.includes("Renamed"), text.includes("Short-lived")]).toEqual([true, false]);
    }
    await done(site.owner.delete(`${api}/releases/${extra.id}`));
    for (const path of below) expect((await get(base + path)).text()).not.toContain("Renamed");
    await settings({ changelog: false });
    for (const path of below) expect((await get(base + path)).status).toBe(404);
    await settings({ changelog: true });
  });
});

describe("searching a public page", () => {
  const search = async (query: string) => (await get(`${base}?q=${encodeURIComponent(query)}`)).text();
  const titles = (html: string) =>
    [...html.matchAll(/<h2><a [^>]*>([^<]*)<\/a><\/h2>/g)].map(([, title]) => title);

  it.each([
    ["gift", ["Spring"]],
    ["GIFT spring", ["Spring"]],
    ["100%", ["Older"]],
    ["cart gift", []],
    ["_", []],
    ["fixed", ["Older"]],
  ])("%j finds %j", async (query, found) => {
    expect(titles(await search(query))).toEqual(found);
  });

  it("shows where the words are, and what strangers wrote as text", async () => {
    const html = await search("gift <b>");
    expect(html).toContain("<mark>Gift</mark> cards");
    expect(html).toContain("<mark>&lt;b&gt;</mark>shops");
    expect(html).toContain('value="gift &lt;b&gt;"');
    expect(html).toContain('<meta name="robots" content="noindex">');
  });

  it("finds no draft, and nothing of a release that was taken back", async () => {
    const taken = await release("Zebra", "stripes");
    expect(titles(await search("stripes"))).toEqual(["Zebra"]);
    await done(site.owner.post(`${api}/releases/${taken.id}/unpublish`, {}));
    expect(titles(await search("stripes"))).toEqual([]);
  });

  it("takes any query", async () => {
    for (const query of ["%00", "a+".repeat(2000), "%F0%9F%A6%93", "(((", "%5B%5E%5D%5C", "%20%20"]) {
      const answer = await get(`${base}?q=${query}`);
      expect([200, 400], query).toContain(answer.status);
    }
  });
});
