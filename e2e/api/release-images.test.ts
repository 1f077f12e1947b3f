import { beforeAll, describe, expect, it, vi } from "vitest";
import { appHost, send } from "./client";
import { emptyRange } from "./contents";
import { createSite, done, type Person, type Site, unknownId } from "./fixtures";

type Release = { id: string; status: string };

/** The smallest GIF that browsers show. */
const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
const mebibyte = 1024 * 1024;

let site: Site;
let base: string;
let api: string;

const get = (path: string, headers = {}) => send({ path, headers });
const settings = (fields: object) => done(site.owner.put(`${api}/release-settings`, fields));

async function draft(): Promise<string> {
  const { id } = await done<Release>(site.owner.post(`${api}/releases/generate`, emptyRange), 201);
  const isDraft = async () =>
    expect((await done<Release>(site.owner.get(`${api}/releases/${id}`))).status).toBe("draft");
  await vi.waitFor(isDraft, { interval: 20, timeout: 60_000 });
  return id;
}

async function attach(releaseId: string, content: Buffer | string, name = "cart.gif", type = "image/gif") {
  const form = new FormData();
  form.append("file", new File([content as BlobPart], name, { type }));
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
  const path = `${api}/releases/${releaseId}/attachments`;
  return (await done<{ id: string }>((site.owner as Person).call("POST", path, body, headers), 201)).id;
}

const write = (id: string, content: string, title = "Spring") =>
  done(site.owner.put(`${api}/releases/${id}`, { title, content }));
const publish = (id: string) => done(site.owner.post(`${api}/releases/${id}/publish`, {}));

/** A published release with an image, and the image's public path. */
async function published(content: Buffer | string = gif, name?: string, type?: string) {
  const releaseId = await draft();
  const imageId = await attach(releaseId, content, name, type);
  await write(releaseId, `## New\n\n- A cart: ![The <b>cart</b>](attachment:${imageId})\n`);
  await publish(releaseId);
  return { releaseId, imageId, path: `${base}/images/${imageId}` };
}

beforeAll(async () => {
  site = await createSite();
  base = `/changelog/${site.team.slug}/${site.project.slug}`;
  api = `/api/projects/${site.project.id}`;
  await settings({ changelog: true });
});

describe("an image in published notes", () => {
  it("is on the page, on its own page, in the frame and in the feeds, by an address for everybody", async () => {
    const { releaseId, path } = await published();
    const tag = `<img src="http://${appHost}${path}" alt="The &lt;b&gt;cart&lt;/b&gt;">`;
    for (const below of ["", `/${releaseId}`, "/embed", "/rss.xml", "/atom.xml"]) {
      const page = await get(base + below);
      const text = below.endsWith(".xml") ? page.text().replaceAll("&lt;img", "<img") : page.text();
      expect(text, below).toContain(tag);
      expect(text).not.toContain("attachment:");
    }
    expect(JSON.stringify((await get(`${base}/feed.json`)).json())).toContain(
      JSON.stringify(tag).slice(1, -1),
    );
    for (const method of ["GET", "HEAD"]) {
      const image = await send({ path, method });
      expect(image.status).toBe(200);
      expect(image.headers).toMatchObject({
        "content-type": "image/gif",
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
      });
      expect(image.body).toEqual(method === "GET" ? gif : Buffer.alloc(0));
    }
    const { etag = "" } = (await get(path)).headers;
    const again = await get(path, { "if-none-match": etag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it("may be opened by the page's policy", async () => {
    expect((await get(base)).headers["content-security-policy"]).toContain("img-src 'self' http: https:");
  });

  it("is gone with its publication, its page, its place in the notes, and itself", async () => {
    const { releaseId, imageId, path } = await published();
    const status = async () => (await get(path)).status;
    expect(await status()).toBe(200);
    await done(site.owner.post(`${api}/releases/${releaseId}/unpublish`, {}));
    expect(await status()).toBe(404);
    await publish(releaseId);
    expect(await status()).toBe(200);
    await settings({ changelog: false });
    expect(await status()).toBe(404);
    await settings({ changelog: true });
    await write(releaseId, "No image");
    expect(await status()).toBe(404);
    await write(releaseId, `![The cart](attachment:${imageId})`);
    expect(await status()).toBe(200);
    expect((await get(base)).text()).toContain(path);
    await done(site.owner.delete(`${api}/releases/${releaseId}/attachments/${imageId}`));
    expect(await status()).toBe(404);
    const page = (await get(`${base}/${releaseId}`)).text();
    expect(page).toContain("<p>The cart</p>");
    expect((await get(base)).text()).not.toContain(path);
  });

  it("comes back with its release", async () => {
    const { releaseId, path } = await published();
    await done(site.owner.delete(`${api}/releases/${releaseId}`));
    expect((await get(path)).status).toBe(404);
    await done(site.owner.post(`${api}/deletions/release/${releaseId}/restore`, {}));
    expect((await get(path)).status).toBe(200);
    expect((await get(base)).text()).toContain(path);
  });
});

describe("what is no image of published notes is not there", () => {
  it("an attachment of a draft, one that no notes show, and one of another release", async () => {
    const { releaseId, imageId } = await published();
    const beside = await attach(releaseId, gif);
    const unpublished = await draft();
    const secret = await attach(unpublished, gif);
    await write(unpublished, `![x](attachment:${secret})`);
    const thief = await draft();
    await write(thief, `![Stolen](attachment:${secret}) ![Lent](attachment:${imageId})`);
    await publish(thief);
    for (const id of [beside, secret, unknownId, "x", "..%2f..", imageId.toUpperCase()]) {
      expect((await get(`${base}/images/${id}`)).status, id).toBe(404);
    }
    expect((await get(`${base}/${thief}`)).text()).toContain("<p>Stolen Lent</p>");
  });

  it("one of another project", async () => {
    const { imageId } = await published();
    const other = await createSite();
    await done(other.owner.put(`/api/projects/${other.project.id}/release-settings`, { changelog: true }));
    const elsewhere = `/changelog/${other.team.slug}/${other.project.slug}`;
    expect((await get(elsewhere)).status).toBe(200);
    expect((await get(`${elsewhere}/images/${imageId}`)).status).toBe(404);
  });

  it.each([
    ["SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ["HTML", "<script>alert(1)</script>GIF89a"],
    ["nothing", ""],
  ])("%s that is called a picture: its words are shown", async (_, content) => {
    const { releaseId, path } = await published(content, "cart.png", "image/png");
    expect((await get(path)).status).toBe(404);
    const page = (await get(`${base}/${releaseId}`)).text();
    expect(page).toContain("A cart: The &lt;b&gt;cart&lt;/b&gt;");
    expect(page).not.toContain(path);
  });

  it("a polyglot is the picture that its first bytes say, and runs nothing", async () => {
    const { path } = await published(`GIF89a=1;/*<script>alert(1)</script>*/`, "a.html", "text/html");
    const image = await get(path);
    expect(image.headers).toMatchObject({
      "content-type": "image/gif",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
  });
});

it("the team sees the images of a draft by their own addresses, as files that run nothing", async () => {
  const id = await draft();
  const imageId = await attach(id, gif);
  const image = await site.owner.get(`${api}/releases/${id}/attachments/${imageId}`);
  expect(image.headers).toMatchObject({
    "content-type": "image/gif",
    "content-security-policy": "sandbox",
    "x-content-type-options": "nosniff",
    "content-disposition": expect.stringMatching(/^attachment/),
  });
  const { status } = await get(`${api}/releases/${id}/attachments/${imageId}`);
  expect(status).toBe(401);
});

it("large images that many ask for at once are all answered", async () => {
  const id = await draft();
  const images = await Promise.all(
    [1, 2, 3, 4].map((fill) => {
      const content = Buffer.alloc(4 * mebibyte, fill);
      gif.copy(content);
      return attach(id, content, `${fill}.gif`);
    }),
  );
  await write(id, images.map((each) => `![${each}](attachment:${each})`).join("\n\n"));
  await publish(id);
  const asked = images.flatMap((each) => Array.from({ length: 10 }, () => `${base}/images/${each}`));
  const answers = await Promise.all(asked.map((path) => get(path)));
  expect(answers.map(({ status, body }) => [status, body.length])).toEqual(
    asked.map(() => [200, 4 * mebibyte]),
  );
});

it("notes that are exported keep the names of their attachments", async () => {
  const { releaseId, imageId } = await published();
  const text = (await site.owner.get(`${api}/releases/${releaseId}/export`)).text();
  expect(text).toContain(`](attachment:${imageId})`);
});
