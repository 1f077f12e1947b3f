import { beforeAll, describe, expect, it } from "vitest";
import { expectRefusal, isServerDoor, send, statusesOf } from "./client";
import { createProject, createSite, done, hostOf, type Site } from "./fixtures";
import { createInbox, sendEndless, sendRaw, statusLines } from "./inbox";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
describe("connections", () => {
  const head = (path: string, rest: string) => `POST ${path} HTTP/1.1\r\nHost: ${site.host}\r\n${rest}\r\n`;

  it("Expect: 100-continue is answered before the body is sent", async () => {
    const inbox = await createInbox(site);
    const request = head(inbox.path, "Content-Length: 4\r\nExpect: 100-continue\r\n");
    expect(statusLines(await sendRaw(request, (text) => text.endsWith("\r\n\r\n")))).toEqual([100]);
    expect(await inbox.requests()).toEqual([]);
    expect(statusLines(await sendRaw(`${request}body`))).toEqual([100, 200]);
    expect((await inbox.newest()).body).toBe("body");
  });

  it("requests in a row on one connection are captured in their order", async () => {
    const inbox = await createInbox(site);
    const one = (at: number) => `${head(inbox.path, "Content-Length: 1\r\n")}${at}`;
    const text = await sendRaw([0, 1, 2, 3, 4].map(one).join(""), (got) => statusLines(got).length === 5);
    expect(statusLines(text)).toEqual([200, 200, 200, 200, 200]);
    expect((await inbox.requests()).map(({ body }) => body)).toEqual(["4", "3", "2", "1", "0"]);
  });

  it("a body that breaks off stores nothing", async () => {
    const inbox = await createInbox(site);
    for (const rest of [
      "Content-Length: 100\r\n\r\nhalf",
      "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
    ]) {
      const [headers = "", body = ""] = rest.split("\r\n\r\n", 2);
      const broken = sendRaw(`${head(inbox.path, `${headers}\r\n`)}${body}`, () => false);
      const cut = Symbol("cut");
      const first = await Promise.race([broken, new Promise((resolve) => setTimeout(resolve, 300, cut))]);
      expect(first).toBe(cut);
    }
    expect(await inbox.requests()).toEqual([]);
    expect((await inbox.capture()).status).toBe(200);
    expect((await inbox.newest()).sequence).toBe(1);
  });

  it.each([
    ["malformed chunks", "Transfer-Encoding: chunked\r\n\r\nzz\r\n"],
    ["a length and chunks", "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["two lengths", "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"],
  ])("%s are refused, and nothing is stored", async (_, rest) => {
    const inbox = await createInbox(site);
    const at = rest.indexOf("\r\n\r\n");
    const text = await sendRaw(head(inbox.path, rest.slice(0, at + 2)) + rest.slice(at + 4), () => false);
    expect(statusLines(text)).toEqual([400]);
    expect(await inbox.requests()).toEqual([]);
  });

  it("senders that dawdle hold up nobody", async () => {
    const [slow, other] = [await createInbox(site), await createInbox(site)];
    const slowHead = head(slow.path, "Content-Length: 10\r\n");
    const dawdlers = Array.from({ length: 100 }, () => sendRaw(`${slowHead}x`, () => false).catch(() => ""));
    const start = performance.now();
    for (let at = 0; at < 20; at += 1) expect((await other.capture()).status).toBe(200);
    expect(performance.now() - start).toBeLessThan(30_000);
    expect(await slow.requests()).toEqual([]);
    expect(dawdlers).toHaveLength(100);
  });
});

describe("what is too large", () => {
  const limit = 1024 * 1024;

  it("the limit itself is captured, a byte more is 413, and nothing is stored", async () => {
    const inbox = await createInbox(site);
    for (const chunked of [false, true]) {
      expect((await inbox.capture({ method: "POST", body: Buffer.alloc(limit), chunked })).status).toBe(200);
      const tooLarge = await inbox.capture({ method: "POST", body: Buffer.alloc(limit + 1), chunked });
      expectRefusal(tooLarge, 413);
    }
    expect((await inbox.requests("?bodyBytesMax=1")).map(({ size, sequence }) => [size, sequence])).toEqual([
      [limit, 2],
      [limit, 1],
    ]);
  });

  it.each(["Content-Length: 9999999999", "Transfer-Encoding: chunked"])(
    "an endless body (%s) is answered at once, and not read to its end",
    async (framing) => {
      const inbox = await createInbox(site);
      const start = performance.now();
      const { answer, sent } = await sendEndless(
        `POST ${inbox.path} HTTP/1.1\r\nHost: ${site.host}\r\n${framing}\r\n\r\n`,
      );
      expect(statusLines(answer)).toEqual([413]);
      expect(answer).toMatch(/payload_too_large/i);
      expect(sent).toBeLessThan(64 * limit);
      expect(performance.now() - start).toBeLessThan(30_000);
      expect(await inbox.requests()).toEqual([]);
    },
  );
});

describe("refusals", () => {
  it.each(["", "/", "/0000000000000000", "/x", "/%00", "/ABCDEFGHIJKLMNOP"])(
    "no inbox at /api/webhook%s",
    async (suffix) => {
      const answer = await send({
        method: "POST",
        host: site.host,
        path: `/api/webhook${suffix}`,
        body: "x",
      });
      if (!isServerDoor && suffix === "/") expect(answer.status).toBeGreaterThanOrEqual(300);
      else expectRefusal(answer, 404, "Webhook not found");
    },
  );

  it("another project's host, or the app's own, knows nothing of an inbox", async () => {
    const inbox = await createInbox(site);
    const other = await createProject(site.owner, site.team.id);
    expectRefusal(await inbox.capture({ host: hostOf(site.team, other) }), 404, "Webhook not found");
    expectRefusal(await send({ path: inbox.path, headers: { cookie: site.owner.cookie } }), 404);
    expect(await inbox.requests()).toEqual([]);
  });

  it("an expired inbox is 410, preflights included, from the moment of its expiry", async () => {
    const expiry = Date.now() + 2000;
    const inbox = await createInbox(site, { expiresAt: new Date(expiry).toISOString() });
    const isExpired = async () => {
      const askedAt = Date.now();
      const { status } = await inbox.capture();
      // What is asked before the moment may be answered after it.
      if (status === 410) expect(Date.now()).toBeGreaterThanOrEqual(expiry);
      else expect([status, askedAt < expiry]).toEqual([200, true]);
      return status === 410;
    };
    while (!(await isExpired())) await new Promise((resolve) => setTimeout(resolve, 50));
    expectRefusal(await inbox.capture({ method: "POST", body: "x" }), 410);
    const stored = await inbox.requests();
    expectRefusal(await inbox.capture(), 410);
    expect(await inbox.requests()).toEqual(stored);
  });

  it("a change holds for the very next request", async () => {
    const inbox = await createInbox(site);
    const { owner } = site;
    for (let round = 0; round < 10; round += 1) {
      await done(owner.put(inbox.api, { response: { statusCode: 201 + round } }));
      expect((await inbox.capture()).status).toBe(201 + round);
    }
    await done(owner.put(inbox.api, { response: null }));
    expect((await inbox.capture()).status).toBe(200);
    await done(owner.put(inbox.api, { expiresAt: "2020-01-01T00:00:00Z" }));
    expectRefusal(await inbox.capture(), 410);
    await done(owner.put(inbox.api, { expiresAt: null }));
    expect((await inbox.capture()).status).toBe(200);
    await done(owner.delete(inbox.api));
    expectRefusal(await inbox.capture(), 404, "Webhook not found");
  });

  it("a deleted project's inbox is gone", async () => {
    const project = await createProject(site.owner, site.team.id);
    const host = hostOf(site.team, project);
    const inbox = await createInbox({ ...site, project, host });
    expect((await inbox.capture()).status).toBe(200);
    await done(site.owner.delete(`/api/teams/${site.team.id}/projects/${project.id}`));
    expectRefusal(await inbox.capture(), 404, "Project not found");
  });
});

describe("many at once", () => {
  const numbers = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => from - at);

  it("200 parallel captures have the sequences 1 to 200 without a gap", async () => {
    const inbox = await createInbox(site);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => inbox.capture({ method: "POST", body: String(at) })),
    );
    expect(statusesOf(answers)).toEqual({ 200: 200 });
    expect(new Set(answers.map((answer) => answer.json<{ id: string }>().id)).size).toBe(200);
    const kept = await inbox.requests();
    expect(kept.map(({ sequence }) => sequence)).toEqual(numbers(200, 151));
    const sentAs = new Map(answers.map((answer, at) => [answer.json<{ id: string }>().id, String(at)]));
    for (const { id, body } of kept) expect(body).toBe(sentAs.get(id));
  });

  it("of 400 captures on 20 connections the newest 50 are kept", async () => {
    const inbox = await createInbox(site);
    const lane = async () => {
      for (let count = 0; count < 20; count += 1)
        expect((await inbox.capture({ method: "POST" })).status).toBe(200);
    };
    await Promise.all(Array.from({ length: 20 }, lane));
    expect((await inbox.requests()).map(({ sequence }) => sequence)).toEqual(numbers(400, 351));
    expect(await inbox.requests("?after=390")).toHaveLength(10);
  });
});
