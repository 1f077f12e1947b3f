import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "@/lib/operations/answer";
import { answerFor, missAnswer, preflightAnswer, prepareAnswer } from "./answer";

type Mock = Parameters<typeof prepareAnswer>[0];
type Asked = { origin?: string; head?: boolean };

const SANDBOX = "sandbox allow-scripts allow-forms";

function answer(mock: Partial<Mock> = {}, { origin, head = false }: Asked = {}): Answer {
  const prepared = prepareAnswer({ statusCode: 200, responseHeaders: {}, responseBody: "{}", ...mock });
  return answerFor(prepared, { origin, head });
}

function values({ headers }: Answer, name: string): string[] {
  return headers.filter((_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === name.toLowerCase());
}

const withHeaders = (responseHeaders: Mock["responseHeaders"], asked?: Asked) =>
  answer({ responseHeaders }, asked);

test("a plain mock is sent with exactly these headers", () => {
  expect(answer().headers).toEqual([
    ...["Content-Type", "application/json"],
    ...["X-Content-Type-Options", "nosniff"],
    ...["Vary", "Origin"],
    ...["Access-Control-Allow-Origin", "*"],
    ...["Content-Length", "2"],
  ]);
});

describe("content type", () => {
  test.each([
    ["{}", "application/json"],
    [' [1, "a"]\n', "application/json"],
    ["null", "application/json"],
    ["12", "application/json"],
    ["", "text/plain; charset=utf-8"],
    ["hello", "text/plain; charset=utf-8"],
    ["{a:1}", "text/plain; charset=utf-8"],
    ["<html>", "text/plain; charset=utf-8"],
  ])("the body %j is sent as %s unless the mock says otherwise", (responseBody, expected) => {
    expect(values(answer({ responseBody }), "Content-Type")).toEqual([expected]);
    const responseHeaders = { "content-TYPE": "text/csv" };
    expect(values(answer({ responseBody, responseHeaders }), "Content-Type")).toEqual(["text/csv"]);
  });

  const documents: (string | string[])[] = [
    ...["text/html", " TEXT/HTML ; charset=utf-8", "text/html(comment)", "text/html junk", "text/xsl"],
    ...["application/xhtml+xml", "image/svg+xml;charset=utf-8", "text/xml", "application/xml", "text/rdf"],
    ...["application/atom+xml", "application/vnd.mozilla.xul+xml", "application/xml-external-parsed-entity"],
    ...[
      "multipart/x-mixed-replace; boundary=a",
      "message/rfc822",
      "*/*",
      "unknown/unknown",
      "",
      "html",
      ", ;",
    ],
    ...["text/plain, text/html", 'text/plain; a=", text/html"'],
    ...[
      ["text/plain", "text/html"],
      ["text/html", "text/plain"],
    ],
  ];
  test.each(documents.map((type) => ({ type })))("$type could be shown and is sandboxed", ({ type }) => {
    const own = { "Content-Type": type, "content-security-policy": ["default-src *", "script-src *"] };
    const sent = withHeaders(own);
    expect(values(sent, "Content-Security-Policy")).toEqual([SANDBOX]);
    expect(values(sent, "Content-Type")).toEqual([type].flat());
  });

  test.each([
    ...["application/json", "application/ld+json", "text/plain", 'text/plain; a="b, c"', "text/css"],
    ...["application/javascript", "image/png", "application/pdf"],
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ])("%s keeps the mock's own policy and gets none of ours", (type) => {
    const policy = "Content-Security-Policy";
    expect(values(withHeaders({ "Content-Type": type }), policy)).toEqual([]);
    expect(values(withHeaders({ "Content-Type": type, [policy]: "default-src a" }), policy)).toEqual([
      "default-src a",
    ]);
  });

  test("nosniff cannot be switched off", () => {
    const sent = withHeaders({ "x-content-type-OPTIONS": ["off", "sniff"], "X-A": "1" });
    expect(values(sent, "X-Content-Type-Options")).toEqual(["nosniff"]);
  });
});

describe("CORS", () => {
  const origin = "https://app.test:8443";

  test("an origin is echoed with credentials, its absence is answered with *", () => {
    const sent = answer({}, { origin });
    expect(values(sent, "Access-Control-Allow-Origin")).toEqual([origin]);
    expect(values(sent, "Access-Control-Allow-Credentials")).toEqual(["true"]);
    expect(values(answer(), "Access-Control-Allow-Origin")).toEqual(["*"]);
    expect(values(answer(), "Access-Control-Allow-Credentials")).toEqual([]);
    expect(values(answer({}, { origin: "null" }), "Access-Control-Allow-Origin")).toEqual(["null"]);
  });

  test.each(["", "a\r\nX: y", "a b", "é", "日本", "a\0", "x".repeat(5000)])(
    "what cannot be an origin is not echoed: %.20s",
    (hostile) => {
      expect(answer({}, { origin: hostile })).toEqual(answer());
      const asked = { origin: hostile, requestedMethod: "PUT", requestedHeaders: "x-a" };
      expect(values(preflightAnswer(asked), "Access-Control-Allow-Origin")).toEqual(["*"]);
      const miss = missAnswer({ status: 404, error: "e", code: "c", origin: hostile, head: false });
      expect(values(miss, "Access-Control-Allow-Origin")).toEqual(["*"]);
    },
  );

  test("one request's origin never reaches another's answer", () => {
    const prepared = prepareAnswer({ statusCode: 200, responseHeaders: {}, responseBody: "" });
    const first = answerFor(prepared, { origin: "https://a.test", head: false });
    const second = answerFor(prepared, { origin: "https://b.test", head: false });
    expect(values(first, "Access-Control-Allow-Origin")).toEqual(["https://a.test"]);
    expect(values(second, "Access-Control-Allow-Origin")).toEqual(["https://b.test"]);
  });

  test("a mock with an allowed origin of its own gets no CORS header of ours", () => {
    const sent = withHeaders({ "access-control-allow-origin": "https://own.test", "X-A": "1" }, { origin });
    expect(sent.headers).toEqual([
      ...["access-control-allow-origin", "https://own.test", "X-A", "1", "Content-Type", "application/json"],
      ...["X-Content-Type-Options", "nosniff", "Content-Length", "2"],
    ]);
  });

  test("single CORS headers of the mock's own are not doubled", () => {
    const own = { "access-control-allow-credentials": "false", "access-control-expose-headers": "X-B" };
    const sent = withHeaders({ ...own, "X-A": "1" }, { origin });
    expect(values(sent, "Access-Control-Allow-Credentials")).toEqual(["false"]);
    expect(values(sent, "Access-Control-Expose-Headers")).toEqual(["X-B"]);
  });

  test("pages can read the mock's own headers", () => {
    const own = { "X-Total": "1", "x-page": ["1", "2"], "Set-Cookie": "a=b", "Cache-Control": "no-store" };
    expect(values(withHeaders(own), "Access-Control-Expose-Headers")).toEqual(["X-Total, x-page"]);
    expect(values(withHeaders(own, { origin }), "Access-Control-Expose-Headers")).toEqual([
      "X-Total, x-page",
    ]);
  });

  test.each([
    ["Accept", ["Accept, Origin"]],
    [
      ["Accept", "Cookie"],
      ["Accept", "Cookie, Origin"],
    ],
    ["accept, ORIGIN", ["accept, ORIGIN"]],
    [
      ["Origin", "Accept"],
      ["Origin", "Accept"],
    ],
    ["*", ["*"]],
    ["", ["Origin"]],
    ["X-Origin", ["X-Origin, Origin"]],
  ])("the mock's own Vary %j becomes %j", (configured, expected) => {
    expect(values(withHeaders({ vary: configured }), "Vary")).toEqual(expected);
    expect(values(withHeaders({ vary: configured }, { origin }), "Vary")).toEqual(expected);
  });
});

describe("preflightAnswer", () => {
  test("allows what was asked for", () => {
    const asked = { origin: "https://a.test", requestedMethod: "PATCH", requestedHeaders: "x-a, x-b" };
    expect(preflightAnswer(asked)).toEqual({
      status: 204,
      headers: [
        ...["X-Content-Type-Options", "nosniff"],
        ...["Access-Control-Allow-Methods", "PATCH", "Access-Control-Allow-Headers", "x-a, x-b"],
        ...["Vary", "Origin", "Access-Control-Allow-Origin", "https://a.test"],
        ...["Access-Control-Allow-Credentials", "true", "Content-Length", "0"],
      ],
      body: null,
    });
  });

  test.each(["a\r\nb", "日本", "x".repeat(5000), ""])("hostile input is not echoed: %.20s", (hostile) => {
    const asked = { origin: "https://a.test", requestedMethod: hostile, requestedHeaders: hostile };
    const sent = preflightAnswer(asked);
    expect(values(sent, "Access-Control-Allow-Methods")).toEqual([]);
    expect(values(sent, "Access-Control-Allow-Headers")).toEqual([]);
  });
});

describe("missAnswer", () => {
  const miss = { status: 404, error: "No mock matches GET /é", code: "mock_not_found", origin: undefined };

  test("is a JSON error that any page can read", () => {
    const sent = missAnswer({ ...miss, hint: "Look", requestId: "r1", head: false });
    const body = JSON.stringify({ error: miss.error, code: miss.code, hint: "Look", requestId: "r1" });
    expect(sent.status).toBe(404);
    expect(sent.body?.toString()).toBe(body);
    expect(sent.headers).toEqual([
      ...["Content-Type", "application/json", "X-Content-Type-Options", "nosniff"],
      ...["Vary", "Origin", "Access-Control-Allow-Origin", "*"],
      ...["Content-Length", String(Buffer.byteLength(body))],
    ]);
  });

  test("leaves out what is not known, and the body for HEAD", () => {
    const sent = missAnswer({ ...miss, head: false });
    expect(JSON.parse(String(sent.body))).toEqual({ error: miss.error, code: miss.code });
    expect(missAnswer({ ...miss, head: true })).toEqual({ ...sent, body: null });
  });
});

describe("on the wire", () => {
  const server = createServer((request, response) => {
    const { mock, asked } = JSON.parse(decodeURIComponent(request.url?.slice(1) ?? ""));
    const sent = answer(mock, { ...asked, head: request.method === "HEAD" });
    response.sendDate = false;
    response.writeHead(sent.status, sent.headers);
    response.end(sent.body ?? undefined);
  });
  beforeAll(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)));
  afterAll(() => new Promise((done) => server.close(done)));

  function received(method: string, mock: Partial<Mock>, asked: Asked = {}): Promise<string> {
    const target = `/${encodeURIComponent(JSON.stringify({ mock, asked }))}`;
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
      socket.on("data", (chunk) => chunks.push(chunk));
      socket.on("end", () => resolve(Buffer.concat(chunks).toString("latin1")));
      socket.on("error", reject);
      socket.write(`${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    });
  }

  const ours = "X-Content-Type-Options: nosniff\r\nVary: Origin\r\nAccess-Control-Allow-Origin: *\r\n";
  const end = "Connection: close\r\n\r\n";
  const text = `Content-Type: text/plain; charset=utf-8\r\n${ours}`;
  const json = `Content-Type: application/json\r\n${ours}`;
  const css = { "content-type": "text/css" };
  const [none, nine] = [`Content-Length: 0\r\n${end}`, `Content-Length: 9\r\n${end}`];
  const latin1 = (body: string) => Buffer.from(body).toString("latin1");

  test.each<[guarantee: string, method: string, status: number, mock: Partial<Mock>, raw: string]>([
    ["a body has its length in bytes", "GET", 200, { responseBody: "é日😀" }, `OK\r\n${text}${nine}é日😀`],
    ["an empty body has the length 0", "GET", 200, { responseBody: "" }, `OK\r\n${text}${none}`],
    ["HEAD has the length and no body", "HEAD", 200, { responseBody: "é日😀" }, `OK\r\n${text}${nine}`],
    ["204 has neither", "GET", 204, {}, `No Content\r\n${ours}${end}`],
    ["304 has neither", "GET", 304, {}, `Not Modified\r\n${ours}${end}`],
    ["205 says that nothing follows", "GET", 205, {}, `Reset Content\r\n${ours}${none}`],
    ["HEAD of 205 says so too", "HEAD", 205, {}, `Reset Content\r\n${ours}${none}`],
    [
      ...(["304 keeps a configured type", "GET", 304, { responseHeaders: css }] as const),
      `Not Modified\r\ncontent-type: text/css\r\n${ours}${end}`,
    ],
    ["an unknown status is sent", "GET", 599, {}, `unknown\r\n${json}Content-Length: 2\r\n${end}{}`],
  ])("%s", async (_guarantee, method, statusCode, mock, raw) => {
    expect(await received(method, { ...mock, statusCode })).toBe(latin1(`HTTP/1.1 ${statusCode} ${raw}`));
  });

  test("headers keep their order, letter case, repetition and Latin-1 bytes", async () => {
    const responseHeaders = {
      "x-B": ["2", "1"],
      "Set-Cookie": ["a=1", "b=2"],
      "X-a": "caf\u00e9",
      "x-empty": "",
    };
    const raw = await received("GET", { responseHeaders });
    expect(raw).toContain(
      "\r\nx-B: 2\r\nx-B: 1\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-a: caf\u00e9\r\nx-empty: \r\n",
    );
    expect(raw).toContain("\r\nAccess-Control-Expose-Headers: x-B, X-a, x-empty\r\n");
  });

  test("an origin is echoed on its own line", async () => {
    const raw = await received("GET", {}, { origin: "https://a.test" });
    expect(raw).toContain("\r\nAccess-Control-Allow-Origin: https://a.test\r\n");
    expect(raw.match(/access-control-allow-origin/gi)).toHaveLength(1);
  });
});
