import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { appHost, send } from "./client";
import { bearer, createKey, createSite, done, type Person, type Site, unknownId } from "./fixtures";
import { createInbox, type Inbox } from "./inbox";
import {
  captureMany,
  closeReaders,
  everyByte,
  numbers,
  protocolsOf,
  read,
  type Shown,
  streamPath,
  streamsUrl,
} from "./stream-reader";

const ownOrigin = `http://${appHost}`;
const foreignOrigin = "https://page.example";

let site: Site;
let stranger: Site;
let key: string;
beforeAll(async () => {
  [site, stranger] = await Promise.all([createSite(), createSite()]);
  ({ key } = await createKey(site.owner, site.project.referenceId));
});
afterEach(closeReaders);

const ticketFor = async ({ api }: Inbox, person = site.owner) =>
  (await done<{ ticket: string }>(person.post(`${api}/stream-tickets`), 201)).ticket;
const cookieOf = ({ cookie }: Person) => ({ cookie });

describe("a stream opens for", () => {
  it.each<[string, (inbox: Inbox) => Shown | Promise<Shown>]>([
    [
      "a session's cookie from the app's own pages",
      () => ({ headers: { ...cookieOf(site.owner), origin: ownOrigin } }),
    ],
    [
      "a session's cookie without an Origin, which is no browser's",
      () => ({ headers: cookieOf(site.owner) }),
    ],
    ["a key as bearer", () => ({ headers: bearer(key) })],
    ["a key in x-api-key", () => ({ headers: { "x-api-key": key } })],
    [
      "a key from a foreign page, which no browser adds by itself",
      () => ({ headers: { ...bearer(key), origin: foreignOrigin } }),
    ],
    ["a ticket", async (inbox) => ({ ticket: await ticketFor(inbox) })],
    [
      "a ticket beside a stranger's cookie",
      async (inbox) => ({ ticket: await ticketFor(inbox), headers: cookieOf(stranger.owner) }),
    ],
    [
      "a ticket that a key asked for",
      async ({ api }) => {
        const answer = await send({ method: "POST", path: `${api}/stream-tickets`, headers: bearer(key) });
        return { ticket: answer.json<{ ticket: string }>().ticket };
      },
    ],
  ])("%s", async (_, show) => {
    const inbox = await createInbox(site);
    const shown = await show(inbox);
    const reader = await read(streamPath(inbox.webhook.id), shown);
    expect(reader.socket.protocol).toBe(shown.ticket ? "fieldkit.v1" : "");
    await captureMany(inbox, 2);
    await reader.expectSequences([1, 2]);
  });
});

describe("a stream is refused, and nothing of it is shown,", () => {
  const secret = "kept from strangers";
  type Case = [string, (inbox: Inbox) => Shown | Promise<Shown>, status: number, message?: string];
  const cases: Case[] = [
    ["without credentials", () => ({}), 401, "Unauthorized"],
    ["for a cookie that is none", () => ({ headers: { cookie: "better-auth.session_token=x.y" } }), 401],
    [
      "for a key that is none",
      () => ({ headers: bearer(`fk_${"a".repeat(36)}`) }),
      401,
      "Invalid or expired API key",
    ],
    ["from a foreign page", () => ({ headers: { ...cookieOf(site.owner), origin: foreignOrigin } }), 403],
    [
      "from a page of a project's host",
      () => ({ headers: { ...cookieOf(site.owner), origin: `http://${site.host}` } }),
      403,
    ],
    ["from a sandboxed page", () => ({ headers: { ...cookieOf(site.owner), origin: "null" } }), 403],
    ["across sites", () => ({ headers: { ...cookieOf(site.owner), "sec-fetch-site": "cross-site" } }), 403],
    [
      "to a stranger",
      () => ({ headers: cookieOf(stranger.owner) }),
      403,
      "API key does not have access to this project",
    ],
    [
      "for another project's key",
      async () => ({ headers: bearer((await createKey(stranger.owner, stranger.project.referenceId)).key) }),
      403,
      "API key does not have access to this project",
    ],
    [
      "for another project's key beside the owner's cookie",
      async () => ({
        headers: {
          ...cookieOf(site.owner),
          ...bearer((await createKey(stranger.owner, stranger.project.referenceId)).key),
        },
      }),
      403,
    ],
    [
      "for a revoked key",
      async () => {
        const { id, key } = await createKey(site.owner, site.project.referenceId);
        await done(site.owner.delete(`/api/projects/${site.project.referenceId}/api-keys/${id}`));
        return { headers: bearer(key) };
      },
      401,
    ],
    ["for a ticket that is none", () => ({ ticket: "x".repeat(43), headers: cookieOf(site.owner) }), 401],
    ["for another inbox's ticket", async () => ({ ticket: await ticketFor(await createInbox(site)) }), 401],
    [
      "for a ticket that was used",
      async (inbox) => {
        const ticket = await ticketFor(inbox);
        await read(streamPath(inbox.webhook.id), { ticket });
        return { ticket };
      },
      401,
    ],
  ];

  it.each(cases)("%s", async (_, show, status, message) => {
    const inbox = await createInbox(site);
    expect((await inbox.capture({ method: "POST", body: secret })).status).toBe(200);
    const shown = await show(inbox);
    const [refused] = await Promise.all([
      everyByte(streamPath(inbox.webhook.id, "?after=0"), shown),
      inbox.capture({ method: "POST", body: secret }),
    ]);
    expect(refused.status, refused.body).toBe(status);
    expect(refused.headers).toMatch(/^connection: close$/im);
    const { hint = "", ...body } = JSON.parse(refused.body);
    expect(hint).toEqual(expect.any(String));
    expect(body).toEqual({
      error: message ?? expect.any(String),
      code: expect.any(String),
      requestId: expect.any(String),
    });
    expect(refused.headers + refused.body).not.toContain(secret);
  });

  it("without a right address", async () => {
    const inbox = await createInbox(site);
    const headers = cookieOf(site.owner);
    const status = async (path: string) => (await everyByte(path, { headers })).status;
    expect(await status(streamPath(unknownId))).toBe(404);
    expect(await status(streamPath("none"))).toBe(404);
    for (const after of ["-1", "x", "1.5"]) {
      expect(await status(streamPath(inbox.webhook.id, `?after=${after}`))).toBe(400);
    }
    const plain = await fetch(streamsUrl.replace(/^ws/, "http") + streamPath(inbox.webhook.id), { headers });
    expect(plain.status).toBe(426);
    expect(protocolsOf({})).toEqual([]);
  });
});

describe("what comes", () => {
  it.each([
    ["a GET", {}],
    ["JSON", { method: "POST", path: "/orders?a=1&a=2", headers: { "X-Topic": "é" }, body: '{"a": 1 }' }],
    ["bytes", { method: "PUT", body: Buffer.from([0xff, 0x00, 0x41]) }],
    ["a body too large for the bus", { method: "POST", body: "ü".repeat(30_000) }],
    ["a body of 1 MiB", { method: "POST", body: Buffer.alloc(1024 * 1024, 0x81) }],
  ])("is one text message for %s, and just what the API shows", async (_, call) => {
    const inbox = await createInbox(site);
    const reader = await read(streamPath(inbox.webhook.id), { headers: bearer(key) });
    expect((await inbox.capture(call)).status).toBe(200);
    await reader.expectSequences([1]);
    expect(reader.frames).toEqual(await inbox.requests());
    expect(reader.onlyText).toBe(true);
  });

  it("has the verdict on its signature, also of what was refused", async () => {
    const signature = { scheme: "github", secret: "a secret of nobody", refuse: true };
    const inbox = await createInbox(site, { signature });
    const reader = await read(streamPath(inbox.webhook.id), { headers: bearer(key) });
    expect((await inbox.capture({ method: "POST", body: "{}" })).status).toBe(401);
    await reader.expectSequences([1]);
    expect(reader.frames[0]?.signature).toMatchObject({ verdict: "missing", refused: true });
    expect(reader.frames).toEqual(await inbox.requests());
  });

  it("goes to all who listen to this inbox, and to nobody else", async () => {
    const [inbox, other] = [await createInbox(site), await createInbox(site)];
    const [one, two, elsewhere] = [
      await read(streamPath(inbox.webhook.id), { headers: bearer(key) }),
      await read(streamPath(inbox.webhook.id), { headers: cookieOf(site.owner) }),
      await read(streamPath(other.webhook.id), { headers: bearer(key) }),
    ];
    await captureMany(inbox, 3);
    await captureMany(other, 1);
    for (const reader of [one, two]) await reader.expectSequences([1, 2, 3]);
    await elsewhere.expectSequences([1]);
    expect(elsewhere.frames.map(({ webhookId }) => webhookId)).toEqual([other.webhook.id]);
  });

  it.each([
    ["", []],
    ["?after=0", numbers(11, 60)],
    ["?after=10", numbers(11, 60)],
    ["?after=57", [58, 59, 60]],
    ["?after=60", []],
    ["?after=1000000", []],
  ])("%s is what is kept after it, then what is captured", async (query, missed) => {
    const inbox = await createInbox(site);
    await captureMany(inbox, 60);
    const reader = await read(streamPath(inbox.webhook.id, query), { headers: bearer(key) });
    await reader.expectSequences(missed);
    await captureMany(inbox, 3);
    await reader.expectSequences([...missed, 61, 62, 63]);
  });
});
