import { beforeAll, describe, expect, it } from "vitest";
import { type Call, port, send } from "./client";
import { type Captured, createSite, done, type Site, signUp, timestamp, unknownId } from "./fixtures";
import { createInbox, type Inbox } from "./inbox";

type Kept = Captured & { pinned: boolean; note: { text: string } | null };

let site: Site;
let inbox: Inbox;
beforeAll(async () => {
  site = await createSite();
  inbox = await createInbox(site);
});

const of = ({ id }: { id: string }, what: string) => `${inbox.api}/requests/${id}/${what}`;
const sendMany = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => inbox.capture({ path: `/many-${at}` })));

describe("pinned captures", () => {
  it("are read, searched, replayed and downloaded when fifty newer ones came, and survive the emptying", async () => {
    await inbox.capture({ method: "POST", path: "/pinned", body: Buffer.from([1, 0xff, 2]) });
    const first = await inbox.newest();
    expect(await done(site.owner.put(of(first, "pin")))).toEqual({
      pinned: true,
      pinnedAt: timestamp,
      note: null,
    });
    const noted = await done(site.owner.put(of(first, "note"), { note: "Look at the second byte" }));
    expect(noted).toMatchObject({
      pinned: true,
      note: { text: "Look at the second byte", updatedAt: timestamp },
    });
    for (let batch = 0; batch < 3; batch += 1) await sendMany(20);
    const kept = await inbox.requests();
    expect(kept).toHaveLength(51);
    expect(kept.at(-1)).toEqual({ ...first, ...(noted as object) });
    expect(await inbox.requests("?pinned=true")).toEqual([kept.at(-1)]);
    expect(await inbox.requests("?pinned=false&limit=1000")).toEqual(kept.slice(0, 50));
    expect((await inbox.requests("?q=%2Fpinned")).map(({ id }) => id)).toEqual([first.id]);
    const step = await done<{ items: Kept[] }>(site.owner.get(`${inbox.api}/search?q=%2Fpinned`));
    expect(step).toMatchObject({ items: [{ id: first.id }], searched: 51, left: 0, next: null });
    const body = await site.owner.get(of(first, "body"));
    expect(body.body).toEqual(Buffer.from([1, 0xff, 2]));

    await done(site.owner.delete(`${inbox.api}/requests`));
    expect(await inbox.requests()).toHaveLength(1);
    await done(site.owner.delete(of(first, "pin")));
    expect(await inbox.requests()).toEqual([]);
    const again = await site.owner.put(of(first, "pin"));
    expect([again.status, again.json()]).toMatchObject([404, { error: "Request not found" }]);
  });

  it.each([
    ["pin", undefined],
    ["note", { note: "x" }],
  ])("%s: what is not there is 404, and what is not theirs 403", async (what, fields) => {
    expect((await site.owner.put(of({ id: unknownId }, what), fields)).status).toBe(404);
    const stranger = await signUp();
    await inbox.capture();
    expect((await stranger.put(of(await inbox.newest(), what), fields)).status).toBe(403);
  });

  it.each([{ note: 5 }, { note: "x".repeat(2001) }, {}])("a note of %j is refused", async (fields) => {
    await inbox.capture();
    expect((await site.owner.put(of(await inbox.newest(), "note"), fields)).status).toBe(400);
    expect(await inbox.newest()).toMatchObject({ pinned: false });
  });
});

describe("shared captures", () => {
  const secret = "sk_live_f0e1d2c3";
  type Made = { id: string; url: string };
  /** A public page, as somebody without an account opens it. */
  const open = (url: string, headers: Call["headers"] = {}) => {
    const { pathname } = new URL(url);
    return send({ path: pathname, host: `localhost:${port}`, headers });
  };

  it("are shown without what is masked, until the link is revoked", async () => {
    await inbox.capture({
      method: "POST",
      path: `/a?token=${secret}`,
      headers: { authorization: `Bearer ${secret}` },
      body: `{"again":"${secret}"}`,
    });
    const masked = { headers: ["Authorization"], query: true, ip: true };
    const link = await done<Made>(site.owner.post(of(await inbox.newest(), "shares"), { masked }), 201);
    const page = await open(link.url, { accept: "text/html" });
    expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
    });
    const json = await open(`${link.url}.json`);
    for (const { text } of [page, json]) {
      const shown = text();
      for (const value of [secret, inbox.webhook.referenceId, "127.0.0.1"])
        expect(shown).not.toContain(value);
    }
    expect(json.json()).toMatchObject({
      method: "POST",
      path: "/a?token=[masked]",
      body: '{"again":"[masked]"}',
    });
    const [listed] = await done<object[]>(site.owner.get(`${inbox.api}/shares`));
    expect(listed).toMatchObject({ id: link.id, openCount: 2 });
    await done(site.owner.delete(`${inbox.api}/shares/${link.id}`));
    for (const url of [link.url, `${link.url}.json`]) expect((await open(url)).status).toBe(404);
  });

  it("are nobody else's to make, list or end", async () => {
    const stranger = await signUp();
    await inbox.capture();
    const link = await done<Made>(site.owner.post(of(await inbox.newest(), "shares"), {}), 201);
    expect((await stranger.post(of(await inbox.newest(), "shares"), {})).status).toBe(403);
    expect((await stranger.get(`${inbox.api}/shares`)).status).toBe(403);
    expect((await stranger.delete(`${inbox.api}/shares/${link.id}`)).status).toBe(403);
    expect((await open(link.url)).status).toBe(200);
  });

  it.each([
    { expiresIn: "2h" },
    { masked: { headers: "authorization" } },
    { masked: { headers: Array.from({ length: 201 }, () => "a") } },
    { masked: { body: "yes" } },
  ])("%j is refused", async (fields) => {
    await inbox.capture();
    expect((await site.owner.post(of(await inbox.newest(), "shares"), fields)).status).toBe(400);
  });
});

describe("retention", () => {
  it("is the usual one, and more is refused where the operator does not allow it", async () => {
    const usual = { count: 50, hours: 12, countMax: 50, hoursMax: 12 };
    expect(await done(site.owner.get(inbox.api))).toMatchObject({ retention: usual });
    const refused = await site.owner.put(inbox.api, { retention: { count: 51, hours: 13 } });
    expect([refused.status, refused.json()]).toMatchObject([
      400,
      { issues: [{ path: "retention.count" }, { path: "retention.hours" }] },
    ]);
  });

  it("can be less, and then the oldest go", async () => {
    const small = await createInbox(site, { retention: { count: 3 } });
    for (let sent = 0; sent < 5; sent += 1) await small.capture();
    const sequences = async () => (await small.requests()).map(({ sequence }) => sequence);
    expect(await sequences()).toEqual([5, 4, 3]);
    await done(site.owner.put(small.api, { retention: { count: 2 } }));
    expect(await sequences()).toEqual([5, 4]);
    await done(site.owner.put(small.api, { retention: { count: 50 } }));
    await small.capture();
    expect(await sequences()).toEqual([6, 5, 4]);
  });
});
