import { beforeAll, describe, expect, it, vi } from "vitest";
import { send } from "./client";
import { emptyRange } from "./contents";
import { createSite, done, type Site } from "./fixtures";

type Release = { id: string; status: string };

let site: Site;
let base: string;
let api: string;

const get = (path: string, headers = {}) => send({ path, headers });
const titlesOf = (html: string) =>
  [...html.matchAll(/<h2[^>]*><a [^>]+>([^<]*)<\/a>/g)].map(([, title]) => title);
const titlesAt = async (query: string) => titlesOf((await get(base + query)).text());

async function release(title: string, content: string): Promise<string> {
  const { id } = await done<Release>(site.owner.post(`${api}/releases/generate`, emptyRange), 201);
  const isDraft = async () =>
    expect((await done<Release>(site.owner.get(`${api}/releases/${id}`))).status).toBe("draft");
  await vi.waitFor(isDraft, { interval: 20, timeout: 60_000 });
  await done(site.owner.put(`${api}/releases/${id}`, { title, content }));
  await done(site.owner.post(`${api}/releases/${id}/publish`, {}));
  return id;
}

let spring: string;

beforeAll(async () => {
  site = await createSite();
  base = `/changelog/${site.team.slug}/${site.project.slug}`;
  api = `/api/projects/${site.project.id}`;
  await done(site.owner.put(`${api}/release-settings`, { changelog: true }));
  await release("Winter", "## Fixed\n\n- Totals of the cart\n");
  await release("Code", '`**New:**`\n\n    **New:** code\n\n<strong class="label label-new">New</strong>\n');
  spring = await release("Spring", "- **New:** gift cards\n- **Fixed:** the cart\n");
});

describe("a public page by label", () => {
  it("shows releases with such a change, under a heading or by its mark, and not what only looks like one", async () => {
    expect(await titlesAt("?label=new")).toEqual(["Spring"]);
    expect(await titlesAt("?label=fixed")).toEqual(["Spring", "Winter"]);
    expect(await titlesAt("?label=Fixed")).toEqual(["Spring", "Winter"]);
    expect(await titlesAt("?label=")).toEqual(["Spring", "Code", "Winter"]);
    expect(await titlesAt(`?label=fixed&before=${spring}`)).toEqual(["Winter"]);
  });

  it("has a link for each, and says which one is chosen", async () => {
    const page = (await get(`${base}?label=fixed`)).text();
    const chosen = [...page.matchAll(/<a href="([^"]+)" aria-current="true">/g)].map(([, url]) => url);
    expect(chosen).toEqual([expect.stringMatching(/\?label=fixed$/)]);
    expect(page).toContain("feed.json?label=fixed");
    expect(page).toContain('<meta name="robots" content="noindex">');
  });

  it("is searched together with the words", async () => {
    expect(await titlesAt("?q=cart&label=new")).toEqual(["Spring"]);
    expect(await titlesAt("?q=totals&label=new")).toEqual([]);
    const page = (await get(`${base}?q=gift%22&label=security`)).text();
    expect(page).toContain(`<input type="hidden" name="label" value="security">`);
    expect(page).toContain("?q=gift%22&amp;label=fixed");
    expect(page).toMatch(/<a href="[^"]+\?q=gift%22">Search all releases<\/a>/);
  });

  it("says that there is nothing, with a way back", async () => {
    const page = await get(`${base}?label=security`);
    expect(page.status).toBe(200);
    expect(page.text()).toContain("Nothing with the label “Security” has been published yet.");
    expect(page.text()).toMatch(new RegExp(`<a href="[^"]+${base}">Show all releases</a>`));
  });

  it.each(["old", "new%20", "__proto__", "new,fixed", "%00", "<script>"])(
    "knows no label %j",
    async (label) => {
      const page = await get(`${base}?label=${encodeURI(label)}`);
      expect(page.status).toBe(404);
      expect(page.text()).not.toContain("<script");
      expect((await get(`${base}/feed.json?label=${encodeURI(label)}`)).status).toBe(404);
    },
  );

  it("follows changes", async () => {
    const id = await release("Summer", "**Security:** tokens");
    expect(await titlesAt("?label=security")).toEqual(["Summer"]);
    const { etag = "" } = (await get(`${base}?label=security`)).headers;
    expect((await get(`${base}?label=security`, { "if-none-match": etag })).status).toBe(304);
    await done(site.owner.put(`${api}/releases/${id}`, { content: "tokens" }));
    expect(await titlesAt("?label=security")).toEqual([]);
    await done(site.owner.delete(`${api}/releases/${id}`));
  });
});

it("the widget is told of all releases, whatever is asked", async () => {
  expect((await get(`${base}/widget.json?label=none`)).json<{ releases: object[] }>().releases).toHaveLength(
    3,
  );
});

it("feeds by label have these releases, and their own address", async () => {
  const feed = (await get(`${base}/feed.json?label=new`)).json<{
    title: string;
    feed_url: string;
    items: { title: string }[];
  }>();
  expect(feed.items.map(({ title }) => title)).toEqual(["Spring"]);
  expect(feed.feed_url).toMatch(/feed\.json\?label=new$/);
  expect(feed.title).toMatch(/: New$/);
  for (const kind of ["rss.xml", "atom.xml"]) {
    const text = (await get(`${base}/${kind}?label=new`)).text();
    expect(text).toContain("Spring");
    expect(text).not.toContain("Winter");
  }
});
