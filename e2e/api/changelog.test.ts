import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Answer, appHost, send } from "./client";
import { emptyRange } from "./contents";
import { createProject, createSite, createTeam, done, type Site, signUp } from "./fixtures";
import { passedOn } from "./proxy";

type Release = { id: string; status: string; title: string };

const hostile = `]]>]]><script>alert(1)</script><img src=x onerror=alert(1)>"'&amp;`;

let site: Site;
let base: string;
let api: string;

beforeAll(async () => {
  site = await createSite();
  base = `/changelog/${site.team.slug}/${site.project.slug}`;
  api = `/api/projects/${site.project.id}`;
});

const get = (path: string, headers = {}) => send({ path, headers });
const switchPage = (changelog: boolean) => done(site.owner.put(`${api}/release-settings`, { changelog }));

/** A draft with these words; nothing needs to be read for it. */
async function draft(title: string, content: string): Promise<Release> {
  const { id } = await done<Release>(site.owner.post(`${api}/releases/generate`, emptyRange), 201);
  const isDraft = async () =>
    expect((await done<Release>(site.owner.get(`${api}/releases/${id}`))).status).toBe("draft");
  await vi.waitFor(isDraft, { interval: 20, timeout: 60_000 });
  return done(site.owner.put(`${api}/releases/${id}`, { title, content }));
}

async function release(title: string, content: string): Promise<Release> {
  const { id } = await draft(title, content);
  return done(site.owner.post(`${api}/releases/${id}/publish`, {}));
}

const feeds = ["rss.xml", "atom.xml", "feed.json"];
const withoutData = (xml: string) => xml.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, "");

function expectHarmlessPage(answer: Answer): void {
  expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(answer.headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  expect(answer.text()).not.toMatch(/<script|<img src=x|href="javascript/i);
}

describe("a project that wants no public page", () => {
  it("has none, and looks like a project that does not exist", async () => {
    const published = await release("Hidden", "Nobody sees this");
    const unknown = await get("/changelog/no-team/no-project");
    for (const path of [base, `${base}/${published.id}`]) {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect(answer.text()).toBe(unknown.text());
      expect(answer.headers["cache-control"]).toBe("no-store");
      expectHarmlessPage(answer);
    }
    for (const feed of feeds) expect((await get(`${base}/${feed}`)).status).toBe(404);
  });
});

describe("a public page", () => {
  let spring: Release;
  let hidden: Release;

  beforeAll(async () => {
    await switchPage(true);
    const { teamId, id } = site.project;
    await done(site.owner.put(`/api/teams/${teamId}/projects/${id}`, { description: "What is said inside" }));
    hidden = await draft("Not yet", "A secret of tomorrow");
    spring = await release(
      `Spring ${hostile}`,
      `## New\n\n- **Gift cards** ${hostile}\n- [a](https://example.com/a) [b](javascript:alert(1))\n\n\`\`\`\n${hostile}\n\`\`\`\n`,
    );
  });

  it("shows published releases to everybody, and no others", async () => {
    const answer = await get(base);
    expect(answer.status).toBe(200);
    expectHarmlessPage(answer);
    const html = answer.text();
    expect(html).toContain("<strong>Gift cards</strong>");
    expect(html).toContain("Spring ]]&gt;]]&gt;&lt;script&gt;");
    expect(html).toContain('href="https://example.com/a"');
    expect(html).not.toMatch(/Not yet|secret of tomorrow|said inside/);
    for (const feed of feeds) {
      expect(html).toMatch(new RegExp(`<link rel="alternate" [^>]*href="http://${appHost}${base}/${feed}"`));
    }
  });

  it("shows nothing of a release that was taken back", async () => {
    const taken = await release("Too early", "Said too early");
    expect((await get(`${base}/${taken.id}`)).status).toBe(200);
    await done(site.owner.post(`${api}/releases/${taken.id}/unpublish`, {}));
    expect((await get(`${base}/${taken.id}`)).status).toBe(404);
    for (const path of [base, ...feeds.map((feed) => `${base}/${feed}`)])
      expect((await get(path)).text()).not.toContain("Said too early");
  });

  it("shows one release at an address that lasts, and no draft", async () => {
    const answer = await get(`${base}/${spring.id}`);
    expect(answer.status).toBe(200);
    expectHarmlessPage(answer);
    expect(answer.text()).toContain("<strong>Gift cards</strong>");
    for (const id of passedOn([hidden.id, "not-an-id", "%00", "3f0c2f5e-8d2b-4a53-9a5e-1f4f7a0f9c11"])) {
      expect((await get(`${base}/${id}`)).status).toBe(404);
    }
  });

  it("does not show releases of other projects", async () => {
    const owner = await signUp();
    const team = await createTeam(owner);
    const other = await createProject(owner, team.id);
    await done(owner.put(`/api/projects/${other.id}/release-settings`, { changelog: true }));
    const elsewhere = `/changelog/${team.slug}/${other.slug}`;
    expect((await get(elsewhere)).text()).toContain("Nothing has been published yet");
    expect((await get(`${elsewhere}/${spring.id}`)).status).toBe(404);
    expect((await get(`${elsewhere}?before=${spring.id}`)).status).toBe(404);
    expect((await get(`/changelog/${team.slug}/${site.project.slug}`)).status).toBe(404);
  });

  it.each([
    ["rss.xml", /^application\/rss\+xml/],
    ["atom.xml", /^application\/atom\+xml/],
  ])("%s holds the notes as data", async (feed, type) => {
    const answer = await get(`${base}/${feed}`);
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toMatch(type);
    const xml = answer.text();
    expect(xml).toContain(`http://${appHost}${base}/${spring.id}`);
    expect(xml).toContain("<strong>Gift cards</strong>");
    expect(withoutData(xml)).not.toMatch(/\]\]>|<script|<img/);
    expect(xml).not.toMatch(/<script|<img src=x|Not yet|secret of tomorrow/);
  });

  it("feed.json has titles as text and notes as HTML", async () => {
    const answer = await get(`${base}/feed.json`);
    expect(answer.headers["content-type"]).toMatch(/^application\/feed\+json/);
    const { items } = answer.json<{ items: { id: string; title: string; content_html: string }[] }>();
    const item = items.find(({ id }) => id.endsWith(spring.id));
    expect(item?.title).toBe(`Spring ${hostile}`);
    expect(item?.content_html).not.toMatch(/<script|<img src=x/);
    expect(items.map(({ title }) => title)).not.toContain("Not yet");
  });

  it.each(["", ...feeds.map((feed) => `/${feed}`)])(
    "%j is asked for again with its tag, which an edit changes",
    async (below) => {
      const first = await get(base + below);
      const etag = String(first.headers.etag);
      expect(etag).toMatch(/^"[\w-]+"$/);
      expect(first.headers["cache-control"]).toBe("public, max-age=0, s-maxage=60");
      expect((await get(base + below)).headers.etag).toBe(etag);
      const again = await get(base + below, { "if-none-match": `"other", W/${etag}` });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
      await done(site.owner.put(`${api}/releases/${spring.id}`, { title: `Spring ${hostile} ${etag}` }));
      const changed = await get(base + below, { "if-none-match": etag });
      expect([changed.status, changed.headers.etag === etag]).toEqual([200, false]);
    },
  );

  it("wears a font of ours, which browsers keep for ever and which its policy allows", async () => {
    const page = await get(base);
    const [, address = ""] = /url\("([^"]+)"\)/.exec(page.text()) ?? [];
    expect(address).toMatch(/^\/changelog\/geist\.woff2\?v=\w+$/);
    expect(page.headers["content-security-policy"]).toContain("; font-src 'self';");
    const font = await get(address);
    expect([font.status, font.headers["content-type"]]).toEqual([200, "font/woff2"]);
    expect(font.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(font.body.subarray(0, 4).toString()).toBe("wOF2");
    expect(font.body.length).toBeLessThan(100_000);
    const head = await send({ method: "HEAD", path: address });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    // Another version's address must not be cached as immutable: its content may change.
    const other = await get("/changelog/geist.woff2?v=other");
    expect([other.status, other.headers["cache-control"]]).toEqual([200, "public, max-age=60"]);
    expect((await send({ method: "POST", path: address })).status).toBe(405);
  });

  it("answers HEAD like GET, and refuses everything else", async () => {
    const head = await send({ method: "HEAD", path: base });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    for (const method of ["POST", "PUT", "DELETE"]) {
      const answer = await send({ method, path: `${base}/rss.xml` });
      expect([answer.status, answer.headers.allow]).toEqual([405, "GET, HEAD"]);
    }
  });

  it.each(
    passedOn([
      "/changelog",
      "/changelog/",
      "/changelog/one",
      "/changelog/a/b/c/d",
      "/changelog/%00/b",
      "/changelog/A/b",
    ]),
  )("%s is no address", async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it("goes at once with its feeds when it is switched off", async () => {
    await switchPage(false);
    for (const below of ["", `/${spring.id}`, ...feeds.map((feed) => `/${feed}`)]) {
      expect((await get(base + below)).status).toBe(404);
    }
    await switchPage(true);
    expect((await get(base)).status).toBe(200);
  });

  it("loses a release that is deleted", async () => {
    const gone = await release("Soon gone", "x");
    expect((await get(base)).text()).toContain("Soon gone");
    await done(site.owner.delete(`${api}/releases/${gone.id}`));
    expect((await get(base)).text()).not.toContain("Soon gone");
    expect((await get(`${base}/${gone.id}`)).status).toBe(404);
  });

  it("has ten releases on a page, and the way to older ones", async () => {
    for (let count = 1; count <= 12; count += 1) await release(`Number ${count}.`, "x");
    const first = (await get(base)).text();
    expect([...first.matchAll(/>(Number \d+\.)</g)].map(([, title]) => title)).toEqual(
      Array.from({ length: 10 }, (_, at) => `Number ${12 - at}.`),
    );
    const [, older = ""] = /href="[^"]*(\?before=[0-9a-f-]+)"/.exec(first) ?? [];
    const second = (await get(base + older)).text();
    expect(second).toContain("Number 2.");
    expect(second).not.toContain("Number 3.");
  });
});
