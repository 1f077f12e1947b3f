import { METHODS } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import { createSite, type Site } from "./fixtures";
import { createInbox, sendRaw, statusLines } from "./inbox";
import { addedByProxy, isBehindAny, isBehindNginx, isBehindPlatform } from "./proxy";

// What stands in front answers TRACE by itself.
const unsent = ["CONNECT", ...(isBehindAny ? ["TRACE"] : [])];

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
/** nginx writes the length anew, before what it passes on; the order of the others is their sender's. */
const inOrder = (lines: string[][]) =>
  lines.filter(([name = ""]) => !isBehindNginx || name.toLowerCase() !== "content-length");

describe("what is captured", () => {
  it.each(METHODS.filter((method) => !unsent.includes(method)))("method %s", async (method) => {
    const inbox = await createInbox(site);
    const body = method === "GET" || method === "HEAD" || method === "TRACE" ? "" : "payload";
    const answer = await inbox.capture({ method, ...(body && { body }) });
    expect(answer.status).toBe(200);
    expect(await inbox.newest()).toMatchObject({ method, body, sequence: 1 });
    if (method === "HEAD") expect(answer.body.byteLength).toBe(0);
    else expect(answer.json()).toEqual({ success: true, id: (await inbox.newest()).id });
  });

  it("a GET with a body keeps it", async () => {
    const inbox = await createInbox(site);
    await inbox.capture({ body: "in a GET" });
    expect(await inbox.newest()).toMatchObject({ method: "GET", body: "in a GET", size: 8 });
  });

  it.each([
    ["empty", Buffer.alloc(0), "utf8"],
    ["JSON, byte for byte", Buffer.from('{ "a": 1,\n"a": 2 }\r\n'), "utf8"],
    ["UTF-8", Buffer.from("é 日本 🎈"), "utf8"],
    ["a byte order mark", Buffer.from("\ufeffx"), "utf8"],
    ["NUL bytes", Buffer.from("a\0b\0"), "utf8"],
    ["escaped NUL and lone surrogates in JSON", Buffer.from('{"a":"\\u0000\\ud800"}'), "utf8"],
    ["deeply nested JSON", Buffer.from("[".repeat(20_000)), "utf8"],
    ["a lone surrogate in bytes", Buffer.from([0xed, 0xa0, 0x80]), "base64"],
    ["invalid UTF-8", Buffer.from([0x66, 0xff, 0xfe, 0x00]), "base64"],
    ["UTF-8 that is cut", Buffer.from([0x61, 0xe6, 0x97]), "base64"],
    ["all bytes", Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), "base64"],
  ] as const)("a body: %s", async (_, body, bodyEncoding) => {
    for (const chunked of [false, true]) {
      const inbox = await createInbox(site);
      expect((await inbox.capture({ method: "POST", body, chunked })).status).toBe(200);
      const captured = await inbox.newest();
      expect(captured).toMatchObject({ bodyEncoding, size: body.byteLength });
      expect(Buffer.from(captured.body, bodyEncoding).equals(body)).toBe(true);
      const bytes = await site.owner.get(`${inbox.api}/requests/${captured.id}/body`);
      expect(bytes.body.equals(body)).toBe(true);
    }
  });

  it.each([
    ["", "", {}],
    ["/", "/", {}],
    ["/any/sub/path", "/any/sub/path", {}],
    ["/a%2Fb/%C3%A9?x", "/a%2Fb/%C3%A9", { x: "" }],
    ["?a=1&b=2&a=3&a=", "", { a: ["1", "3", ""], b: "2" }],
    ["?q=a+b%20c&%C3%A9=%E6%97%A5", "", { q: "a b c", é: "日" }],
    ["?bad=%ff%zz&=x", "", { bad: "\ufffd%zz", "": "x" }],
    ["?a[b]=1&constructor=2&toString=3", "", { "a[b]": "1", constructor: "2", toString: "3" }],
    ["?__proto__=1&a=1", "", JSON.parse('{"__proto__":"1","a":"1"}')],
  ])("the address …%s", async (suffix, path, query) => {
    const inbox = await createInbox(site);
    await inbox.capture({ path: suffix });
    const captured = await inbox.newest();
    expect(captured).toMatchObject({ path, rawUrl: inbox.path + suffix });
    expect(JSON.stringify(captured.query)).toBe(JSON.stringify(query));
  });

  it("an address of 8 KiB", async () => {
    const inbox = await createInbox(site);
    const suffix = `/${"p".repeat(4000)}?q=${"x".repeat(4100)}`;
    expect((await inbox.capture({ path: suffix })).status).toBe(200);
    expect((await inbox.newest()).rawUrl).toBe(inbox.path + suffix);
  });

  it("headers, in order, in their own letter case, repeated ones too", async () => {
    const inbox = await createInbox(site);
    const sent = [
      ["Host", site.host],
      ["X-ZULU", "1"],
      ["x-Alpha", "one"],
      ["X-ALPHA", "two"],
      // Next's middleware on a platform hands headers on as properties, and this one is none.
      ...(isBehindPlatform ? [] : [["__proto__", "polluted"]]),
      ["constructor", "c"],
      ["Cookie", "a=1"],
      ["cookie", "b=2"],
      ["Set-Cookie", "odd=1"],
      ["X-Latin", "na\xefve"],
      ["X-Empty", ""],
      ["Authorization", "Bearer fk_x"],
      ["Content-Length", "2"],
    ];
    const head = sent.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    const text = await sendRaw(Buffer.from(`POST ${inbox.path} HTTP/1.1\r\n${head}\r\nok`, "latin1"));
    expect(statusLines(text)).toEqual([200]);
    const { headers, rawHeaders } = await inbox.newest();
    const names = new Set(sent.map(([name = ""]) => name.toLowerCase()));
    const own = rawHeaders.filter(([name]) => names.has(name.toLowerCase()));
    expect(inOrder(own)).toEqual(inOrder(sent));
    expect(headers["x-alpha"]).toBe("one, two");
    expect(headers.cookie).toBe("a=1, b=2");
    expect(headers["x-latin"]).toBe("na\xefve");
    expect(Object.keys(headers).includes("__proto__")).toBe(!isBehindPlatform);
    if (!isBehindPlatform) expect(JSON.stringify(headers)).toContain('"__proto__":"polluted"');
    const added = rawHeaders.filter(([name]) => !names.has(name.toLowerCase()));
    // A platform's connection to a function is its own.
    const kept = added.map(([name]) => name).filter((name) => !isBehindPlatform || name !== "connection");
    expect(kept.sort(), "nothing of ours is added").toEqual(addedByProxy);
  });

  it("300 headers", async () => {
    const inbox = await createInbox(site);
    const headers = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`x-header-${at}`, String(at)]),
    );
    expect((await inbox.capture({ headers })).status).toBe(200);
    expect((await inbox.newest()).headers).toMatchObject(headers);
  });

  it("more headers than the server reads are refused, and nothing is stored", async () => {
    const inbox = await createInbox(site);
    const text = await sendRaw(
      `GET ${inbox.path} HTTP/1.1\r\nHost: ${site.host}\r\nX-Long: ${"x".repeat(80_000)}\r\n\r\n`,
      () => false,
    );
    expect(statusLines(text)).toEqual([isBehindNginx ? 400 : 431]);
    expect(await inbox.requests()).toEqual([]);
  });

  it("the time and the sender's address", async () => {
    const inbox = await createInbox(site);
    const before = Date.now();
    await inbox.capture();
    const { receivedAt, ip, webhookId } = await inbox.newest();
    expect(Date.parse(receivedAt)).toBeGreaterThanOrEqual(before - 1);
    expect(Date.parse(receivedAt)).toBeLessThanOrEqual(Date.now());
    expect(ip).toBe("127.0.0.1");
    expect(webhookId).toBe(inbox.webhook.id);
  });
});

describe("answers", () => {
  const response = {
    statusCode: 202,
    headers: { "X-Own": ["a", "b"], "Content-Type": "text/csv" },
    body: "a,b\n",
  };

  it("the inbox's own, headers and all", async () => {
    const inbox = await createInbox(site, { response });
    const answer = await inbox.capture({ method: "POST", body: "x" });
    expect([answer.status, answer.text(), answer.headers["content-type"]]).toEqual([
      202,
      "a,b\n",
      "text/csv",
    ]);
    expect(answer.headers["x-own"]).toBe("a, b");
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
    const head = await inbox.capture({ method: "HEAD" });
    expect([head.status, head.body.byteLength, head.headers["content-length"]]).toEqual([202, 0, "4"]);
    expect(await inbox.requests()).toHaveLength(2);
  });

  it.each([204, 205, 304])("%i has no body", async (statusCode) => {
    const inbox = await createInbox(site, { response: { statusCode, body: "never" } });
    const answer = await inbox.capture({ method: "POST" });
    expect([answer.status, answer.body.byteLength]).toEqual([statusCode, 0]);
    expect(await inbox.requests()).toHaveLength(1);
  });

  it("a delay holds back the answer, not the capture", async () => {
    const inbox = await createInbox(site, { response: { delayMs: 5000 } });
    const start = performance.now();
    let answered = false;
    const answer = inbox.capture({ method: "POST" }).finally(() => {
      answered = true;
    });
    await expect.poll(async () => (await inbox.requests()).length).toBe(1);
    expect(answered).toBe(false);
    expect((await answer).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThanOrEqual(4990);
  });

  it("the usual one is JSON with the capture's id, and readable by every page", async () => {
    const inbox = await createInbox(site);
    const answer = await inbox.capture({ method: "POST", headers: { origin: "https://page.example" } });
    const { id } = await inbox.newest();
    expect(answer.json()).toEqual({ success: true, id });
    expect(answer.headers).toMatchObject({
      "content-type": "application/json",
      "access-control-allow-origin": "https://page.example",
      "access-control-allow-credentials": "true",
      "x-content-type-options": "nosniff",
    });
  });

  it("preflights are answered and not stored, a plain OPTIONS is captured", async () => {
    const inbox = await createInbox(site, { response });
    const preflight = {
      origin: "https://page.example",
      "access-control-request-method": "PUT",
      "access-control-request-headers": "x-own",
    };
    const answer = await inbox.capture({ method: "OPTIONS", headers: preflight });
    expect([answer.status, answer.headers["content-length"]]).toEqual([204, "0"]);
    expect(answer.headers).toMatchObject({
      "access-control-allow-origin": "https://page.example",
      "access-control-allow-methods": "PUT",
      "access-control-allow-headers": "x-own",
      "access-control-allow-credentials": "true",
    });
    expect(await inbox.requests()).toEqual([]);
    for (const headers of [{}, { origin: "https://page.example" }]) {
      expect((await inbox.capture({ method: "OPTIONS", headers })).status).toBe(202);
    }
    expect(await inbox.requests()).toHaveLength(2);
  });
});
