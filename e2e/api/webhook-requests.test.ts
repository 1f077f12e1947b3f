import { beforeAll, describe, expect, it } from "vitest";
import { expectRefusal } from "./client";
import { type Captured, createSite, done, type Site, timestamp, unknownId, uuid } from "./fixtures";
import { createInbox, type Inbox } from "./inbox";
import { addedByProxy, isBehindNginx } from "./proxy";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
/** A connection's own headers end at a proxy, which says whom it passed on. */
const hopHeaders = isBehindNginx
  ? Object.fromEntries(addedByProxy.map((name) => [name.toLowerCase(), expect.any(String)]))
  : { connection: "close" };

describe("captured requests", () => {
  let inbox: Inbox;
  const sequences = (requests: Captured[]) => requests.map(({ sequence }) => sequence);
  beforeAll(async () => {
    inbox = await createInbox(site);
    await inbox.capture({ path: "/orders/4711?color=gr%C3%BCn" });
    await inbox.capture({ method: "POST", path: "/Caf%C3%A9", body: '{"name":"Ada Lovelace"}' });
    await inbox.capture({
      method: "PUT",
      headers: { "x-topic": "Invoice" },
      body: Buffer.from([0xff, 0x5f, 0x42]),
    });
    await inbox.capture({ method: "POST", body: "日本語" });
  });

  it("have exactly the documented fields", async () => {
    const [newest] = await inbox.requests();
    expect(newest).toEqual({
      id: uuid,
      webhookId: inbox.webhook.id,
      sequence: 4,
      method: "POST",
      path: "",
      rawUrl: inbox.path,
      headers: { host: site.host, "content-length": "9", ...hopHeaders },
      rawHeaders: expect.arrayContaining([[isBehindNginx ? "Host" : "host", site.host]]),
      query: {},
      body: "日本語",
      bodyEncoding: "utf8",
      size: 9,
      ip: "127.0.0.1",
      receivedAt: timestamp,
      signature: null,
      ...{ pinned: false, pinnedAt: null, note: null },
    });
    expect(await done(site.owner.get(`${inbox.api}/requests/${newest?.id}`))).toEqual(newest);
  });

  it.each([
    ["", [4, 3, 2, 1]],
    ["?after=0", [4, 3, 2, 1]],
    ["?after=2", [4, 3]],
    ["?after=4", []],
    ["?after=999999999999999", []],
    ["?method=POST", [4, 2]],
    ["?method=post", [4, 2]],
    ["?method=PATCH", []],
    ["?method=%25", []],
    ["?q=", [4, 3, 2, 1]],
    ["?q=LOVELACE", [2]],
    ["?q=grün", [1]],
    ["?q=caf%C3%A9", [2]],
    ["?q=gr%25C3%25BC", [1]],
    ["?q=x-topic: inv", [3]],
    ["?q=_b", [3]],
    ["?q=本", [4]],
    ["?q=api/webhook", []],
    ["?q=%25", [2, 1]],
    ["?method=POST&q=lovel&after=1", [2]],
    ["?limit=3", [4, 3, 2]],
    ["?after=1&limit=2", [4, 3]],
  ])("listed by %s", async (query, expected) => {
    expect(sequences(await inbox.requests(encodeURI(query).replaceAll("%25", "%")))).toEqual(expected);
  });

  it.each([
    ["after=", "after"],
    ["after=-1", "after"],
    ["after=1.5", "after"],
    ["after=9999999999999999", "after"],
    ["method=", "method"],
    ["limit=", "limit"],
    ["limit=0", "limit"],
    ["limit=1001", "limit"],
    ["cursor=%21", "cursor"],
    ["limit=1&cursor=AAAA", "cursor"],
    ["bodyBytesMax=", "bodyBytesMax"],
    ["bodyBytesMax=-1", "bodyBytesMax"],
    ["q=%00", "q"],
  ])("%s is 400", async (query, path) => {
    const { issues } = expectRefusal(await site.owner.get(`${inbox.api}/requests?${query}`), 400);
    expect(issues?.map((issue) => issue.path)).toEqual([path]);
  });

  it.each(["", "&method=POST", "&q=o", "&after=1"])("pages (%s) show every item once", async (filter) => {
    const all = sequences(await inbox.requests(`?${filter.slice(1)}`));
    const seen: number[] = [];
    let next: string | undefined = `${inbox.api}/requests?limit=1${filter}`;
    for (let page = 0; next && page < 10; page += 1) {
      const answer = await site.owner.get(next);
      seen.push(...sequences(answer.json<Captured[]>()));
      next = /^<(.+)>; rel="next"$/.exec(String(answer.headers.link ?? ""))?.[1];
    }
    expect(seen).toEqual(all);
    expect(next).toBeUndefined();
  });

  it("bodyBytesMax cuts bodies, at whole characters where they are text", async () => {
    const cut = await inbox.requests("?bodyBytesMax=4");
    expect(cut.map(({ body, bodyTruncated, size }) => [body, bodyTruncated, size])).toEqual([
      ["日", true, 9],
      [Buffer.from([0xff, 0x5f, 0x42]).toString("base64"), undefined, 3],
      ['{"na', true, 23],
      ["", undefined, 0],
    ]);
    const searched = await inbox.requests("?bodyBytesMax=0&q=lovelace");
    expect(searched.map(({ sequence, body }) => [sequence, body])).toEqual([[2, ""]]);
  });

  it("unknown ones are 404", async () => {
    const [{ id = "" } = {}] = await inbox.requests();
    const other = await createInbox(site);
    for (const path of [
      ...[unknownId, "x", "%00", id.toUpperCase()].map((each) => `${inbox.api}/requests/${each}`),
      `${other.api}/requests/${id}`,
    ]) {
      const refusals = [
        await site.owner.get(path),
        await site.owner.get(`${path}/body`),
        await site.owner.delete(path),
      ];
      for (const answer of refusals) {
        expect([answer.status, path]).toEqual([answer.byProxy ? 400 : 404, path]);
      }
      expectRefusal(await site.owner.post(`${path}/replay`, { url: "https://example.com" }), 404);
    }
    expect(await inbox.requests()).toHaveLength(4);
  });

  it("are deleted one by one and all at once; sequences go on", async () => {
    const own = await createInbox(site);
    for (let count = 0; count < 3; count += 1) await own.capture();
    const [third, second] = await own.requests();
    expect(await done(site.owner.delete(`${own.api}/requests/${second?.id}`))).toEqual({ success: true });
    expectRefusal(await site.owner.delete(`${own.api}/requests/${second?.id}`), 404, "Request not found");
    expect(sequences(await own.requests())).toEqual([3, 1]);
    expect(await done(site.owner.delete(`${own.api}/requests`))).toEqual({ success: true });
    expect(await own.requests()).toEqual([]);
    expectRefusal(await site.owner.get(`${own.api}/requests/${third?.id}`), 404, "Request not found");
    await own.capture();
    expect(sequences(await own.requests())).toEqual([4]);
  });

  it("a body is a download, never a page of the app", async () => {
    const own = await createInbox(site);
    const body = "<script>alert(document.cookie)</script>";
    await own.capture({ method: "POST", body, headers: { "content-type": "text/html" } });
    const answer = await site.owner.get(`${own.api}/requests/${(await own.newest()).id}/body`);
    expect(answer.text()).toBe(body);
    expect(answer.headers).toMatchObject({
      "content-type": "application/octet-stream",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store, no-transform",
    });
    expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename=[0-9a-f-]+\.bin$/);
    expect(answer.headers["content-security-policy"]).toBe("sandbox");
  });
});
