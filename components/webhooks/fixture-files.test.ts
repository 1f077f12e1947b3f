import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { CapturedRequest } from "@/lib/webhooks/contract";
import { type FixtureFormat, fixtureFile, secretHeaders } from "./fixture-files";
import { capture } from "./sample-capture";

type Got = { method: string; url: string; rawHeaders: string[]; body: string };

const got: Got[] = [];
const server = createServer(async (request, response) => {
  got.push(await readAll(request));
  response.end();
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function readAll(request: IncomingMessage): Promise<Got> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = "", url = "", rawHeaders } = request;
  return { method, url, rawHeaders, body: Buffer.concat(chunks).toString("base64") };
}

const inboxUrl = "http://team-shop.mock.localhost:3000/api/webhook/abcdefghij123456";
const bytes = Buffer.from([0, 255, 10, 13, 128]);
const all: CapturedRequest[] = [
  capture(1, {
    rawHeaders: [
      ["Host", "gone.example"],
      ["X-B", "1"],
      ["x-a", "\u00fc`1`"],
      ["X-B", "2"],
      ["Content-Length", "11"],
    ],
    rawUrl: "/api/webhook/abcdefghij123456/or%20ders?a=1&a=%2F",
    path: "/or%20ders",
    body: '{"a":"`x`\\n"}\n',
    size: 16,
  }),
  capture(2, {
    ...{ method: "PUT", path: "", rawUrl: "/api/webhook/abcdefghij123456?x", bodyEncoding: "base64" },
    ...{ body: bytes.toString("base64"), size: bytes.length },
  }),
  capture(3, { method: "GET", path: "", rawUrl: "/api/webhook/abcdefghij123456", body: "", size: 0 }),
];

function written(format: FixtureFormat, requests = all): string {
  const { opening, entry, separator, closing } = fixtureFile(format, inboxUrl);
  return opening + requests.map(entry).join(separator) + closing;
}

describe("a test for Vitest", () => {
  test("sends the exact bytes, addresses and headers of each request", async () => {
    const { port } = server.address() as AddressInfo;
    vi.stubEnv("WEBHOOK_URL", `http://127.0.0.1:${port}/hooks`);
    const { code } = await transform(written("test"), { loader: "ts" });
    const runnable = code.replace(/import \{ expect, test \} from "vitest";/, "");
    const cases: (() => Promise<void>)[] = [];
    const each = (rows: unknown[]) => (_: string, run: (row: unknown) => Promise<void>) => {
      cases.push(...rows.map((row) => () => run(row)));
    };
    vi.stubGlobal("fixtureParts", { expect, test: { each } });
    const opening = "const { expect, test } = globalThis.fixtureParts;\n";
    await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(opening + runnable)}`);
    for (const run of cases) await run();

    expect(got.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["POST", "/hooks/or%20ders?a=1&a=%2F", Buffer.from(all[0]?.body ?? "").toString("base64")],
      ["PUT", "/hooks?x", bytes.toString("base64")],
      ["GET", "/hooks", ""],
    ]);
    expect(got[0]?.rawHeaders.slice(2, 8)).toEqual(["X-B", "1", "x-a", "\u00fc`1`", "X-B", "2"]);
    expect(got[0]?.rawHeaders).toContain(`127.0.0.1:${port}`);
    expect(got[0]?.rawHeaders).not.toContain("gone.example");
  });
});

test("a JSON fixture has bytes, and headers in their order", () => {
  expect(JSON.parse(written("fixture"))).toMatchObject([
    { method: "POST", path: "/or%20ders?a=1&a=%2F", body: all[0]?.body, bodyEncoding: "utf8" },
    { method: "PUT", path: "?x", body: bytes.toString("base64"), bodyEncoding: "base64" },
    { method: "GET", path: "", rawHeaders: [["Content-Type", "application/json"]] },
  ]);
});

describe("a file of requests for editors", () => {
  test("has requests apart from each other, with what is the request's own", () => {
    const text = written("http", [
      capture(7, {
        rawHeaders: [
          ["Host", "h"],
          ["X-A", "1"],
        ],
      }),
    ]);
    expect(text).toContain(`@url = ${inboxUrl}\n`);
    expect(text).toContain('### 7 POST /orders?page=1\nPOST {{url}}/orders?page=1\nX-A: 1\n\n{"order":1}\n');
    expect(text).not.toContain("Host");
  });

  test.each([
    ...["a\r\nb", " a", "a\n", "a\n### b", "< file", "x {{name}}", "a\0"],
    ...["a\n@url = https://evil.example", "a\n  @url = x", "a\n> {%\nx\n%}", "a\n < file", "a\n<@ file"],
    ...["a\n# @name x", "a\n// @prompt x", "a\n?? status == 200", "a\u2028### b", "a\u0085@x = 1"],
  ])("%j, which an editor would send as something else, comes from a file", (body) => {
    const text = written("http", [capture(8, { body })]);
    expect(text).toContain("\n\n< ./request-8.bin\n");
    const base64 = /echo '([^']*)' \| base64 -d > request-8\.bin/.exec(text)?.[1] ?? "";
    expect(Buffer.from(base64, "base64").toString()).toBe(body);
  });
});

describe("a sender writes nothing that an editor evaluates", () => {
  const written = (over: Partial<CapturedRequest>) => {
    const { opening, entry } = fixtureFile("http", inboxUrl);
    return (opening + entry(capture(7, over))).split("\n").slice(3);
  };

  test("in the path and the query", () => {
    const path = "/{{$processEnv HOME}}/a#b\u0085c";
    const rawUrl = `/api/webhook/abcdefghij123456${path}?{{q}}={{{x}}}\n###`;
    const target =
      "/%7B%7B$processEnv%20HOME%7D%7D/a%23b%C2%85c?%7B%7Bq%7D%7D=%7B%7B%7Bx%7D%7D%7D%0A%23%23%23";
    expect(written({ path, rawUrl, rawHeaders: [], body: "", size: 0 })).toEqual([
      `### 7 POST ${target}`,
      `POST {{url}}${target}`,
      "",
    ]);
  });

  test.each<[name: string, value: string]>([
    ["X-A", "{{$dotenv TOKEN}}"],
    ["X-A", "{{{{a}}"],
    ["X-A", "1\n### b"],
    ["X-A", "1\u0085@url = x"],
    ["###", "1"],
    ["#", "@name a"],
    ["&admin", "1"],
    ["{{a}}", "1"],
    ["X-A\nB", "1"],
    ["Authorization", "Cognito u p us-east-1 us-east-1_AAAA client"],
    ["authorization", "AWS a b"],
    ["Authorization", "Digest u p"],
    ["Authorization", "Basic u:p"],
    ["Authorization", "basic u p"],
    ["X-Request-Type", "GraphQL"],
  ])("in the header %j: %j", (name, value) => {
    const rawHeaders: [string, string][] = [
      ["X-First", "{1}"],
      [name, value],
      ["X-Last", "a { { b"],
    ];
    expect(written({ rawHeaders, body: "", size: 0 })).toEqual([
      "### 7 POST /orders?page=1",
      "# Fieldkit left out 1 header that an editor would evaluate.",
      "POST {{url}}/orders?page=1",
      "X-First: {1}",
      "X-Last: a { { b",
      "",
    ]);
  });
});

test("headers with secrets are named", () => {
  const rawHeaders: [string, string][] = [
    ["Authorization", "x"],
    ["X-A", "y"],
    ["x-api-key", "z"],
  ];
  expect(secretHeaders([capture(1, { rawHeaders }), capture(2, { rawHeaders })])).toEqual([
    "authorization",
    "x-api-key",
  ]);
});
