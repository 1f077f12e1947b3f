import { describe, expect, test } from "vitest";
import { createMock } from "@/lib/mocks/contract";
import { convertCurl } from "./curl";

function converted(text: unknown) {
  return convertCurl(text).map((entry) => {
    if ("skipped" in entry) return entry;
    return { ...entry, mock: createMock.body.parse(entry.mock) };
  });
}

test("a command", () => {
  const text = `curl --location 'https://api.example.com/v1/users?x=1' \\
    -H "Content-Type: application/json" \\
    --data-raw '{"name": "Ada"}'`;
  expect(convertCurl(text)).toEqual([
    {
      source: "POST https://api.example.com/v1/users?x=1",
      notes: ["A command says nothing of the answer, so it is the JSON that is sent"],
      mock: {
        name: "POST /v1/users",
        method: "POST",
        endpoint: "/v1/users",
        statusCode: 200,
        responseHeaders: { "Content-Type": "application/json" },
        responseBody: '{"name": "Ada"}',
      },
    },
  ]);
});

describe("method, path and body", () => {
  test.each([
    ["curl example.com/a", "GET", "/a", "{}"],
    ["curl https://example.com", "GET", "/", "{}"],
    ["curl -X PUT https://example.com/a", "PUT", "/a", "{}"],
    ["curl -XDELETE https://example.com/a", "DELETE", "/a", "{}"],
    ["curl -sSLX patch https://example.com/a", "PATCH", "/a", "{}"],
    ["curl --request=PUT --url=https://example.com/a", "PUT", "/a", "{}"],
    ["curl -d a=1 https://example.com/a", "POST", "/a", "{}"],
    ["curl -G -d a=1 https://example.com/a", "GET", "/a", "{}"],
    ["curl -F file=@a.png https://example.com/a", "POST", "/a", "{}"],
    ["curl -T a.txt https://example.com/a", "PUT", "/a", "{}"],
    ["curl --json '[1]' https://example.com/a", "POST", "/a", "[1]"],
    ["curl -d @body.json https://example.com/a", "POST", "/a", "{}"],
    ["curl -u user:pass -o out -H 'A: b' https://example.com/a -v", "GET", "/a", "{}"],
    ["curl --connect-timeout 5 --compressed https://example.com/a", "GET", "/a", "{}"],
    ['curl "https://example.com/a b"', "GET", "/a%20b", "{}"],
    [`curl $HOST/users/\${ID}/x`, "GET", "/users/:ID/x", "{}"],
    ["curl {{baseUrl}}/users/{{user}}", "GET", "/users/:user", "{}"],
    ["curl https://example.com/users/{id}", "GET", "/users/:id", "{}"],
    ["curl https://example.com/a | jq .x", "GET", "/a", "{}"],
    ["$ curl https://example.com/a # a comment", "GET", "/a", "{}"],
    ['curl -d $\'{"a": "it\\\'s \\u00e4"}\' https://example.com/a', "POST", "/a", '{"a": "it\'s ä"}'],
    ["curl -d '{\"a\": \"it'\\''s\"}' https://example.com/a", "POST", "/a", '{"a": "it\'s"}'],
    ['curl -d "{\\"a\\": 1}" https://example.com/a', "POST", "/a", '{"a": 1}'],
    [
      'curl ^"https://example.com/a^" ^\r\n  -H ^"a: b^" ^\r\n  --data-raw ^"^{^\\^"a^\\^":1^}^"',
      "POST",
      "/a",
      '{"a":1}',
    ],
    ["/usr/bin/curl https://example.com/a", "GET", "/a", "{}"],
    ["curl 'https://example.com/a", "GET", "/a", "{}"],
  ])("%s", (text, method, endpoint, responseBody) => {
    expect(converted(text)).toMatchObject([{ mock: { method, endpoint, responseBody } }]);
  });
});

test("several commands", () => {
  const text = `# all
curl https://example.com/a; curl https://example.com/b && curl -I https://example.com/c

curl https://example.com/a?again
curl
echo done`;
  expect(converted(text).map((entry) => ("skipped" in entry ? entry.skipped : entry.mock.endpoint))).toEqual([
    "/a",
    "/b",
    "HEAD is answered by the mock for GET",
    "Its method and path are those of a request before it",
    "It has no address",
    "It is no command of cURL",
  ]);
});

/** As cURL 7.88 sends them. */
test.each([
  ["-T f $/1 $/2", ["PUT /1", "GET /2"]],
  ["$/1 -T f $/2 -T f", ["PUT /1", "PUT /2"]],
  ["-X DELETE $/1 $/2 --next $/3", ["DELETE /1", "DELETE /2", "GET /3"]],
  ["-d a=1 $/1 --url $/2 -: -X PATCH -d b $/3", ["POST /1", "POST /2", "PATCH /3"]],
  ["-G -d a=1 $/1 --next -d b $/2", ["GET /1", "POST /2"]],
  ["$/1 --next", ["GET /1"]],
  ["--next $/1", ["GET /1"]],
  ["-s: -d a $/1 -s: $/1", ["POST /1", "GET /1"]],
  ["--socks5 localhost --mail-from me $/1", ["GET /1"]],
])("each address of a command is a request: curl %s", (given, requests) => {
  const entries = converted(`curl ${given.replaceAll("$", "https://example.com")}`);
  const found = entries.map((entry) => "mock" in entry && `${entry.mock.method} ${entry.mock.endpoint}`);
  expect(found).toEqual(requests);
});

test("requests share what their command sends, and no others", () => {
  const entries = converted(`curl --json '{"a": 1}' /1 /2 --next --json '[]' /3`);
  const bodies = entries.map((entry) => "mock" in entry && entry.mock.responseBody);
  expect(bodies).toEqual(['{"a": 1}', '{"a": 1}', "[]"]);
});

test("one command has as many requests as a document, and bodies as large", () => {
  const addresses = (count: number) => Array.from({ length: count }, (_, at) => `/${at}`).join(" ");
  const many = converted(`curl ${addresses(5001)}`);
  expect(many).toHaveLength(5001);
  expect(many.at(-1)).toMatchObject({ skipped: expect.stringContaining("5000 at most") });
  const large = converted(`curl --json '"${"a".repeat(1_000_000)}"' ${addresses(40)}`);
  expect(large.filter((entry) => "mock" in entry)).toHaveLength(31);
  expect(large.at(-1)).toMatchObject({ skipped: expect.stringContaining("Import parts of it") });
});

test.each([
  null,
  {},
  "",
  "curl",
  "curl --",
  "curl -X",
  "curl -",
  "curl '",
  'curl "\\',
  "curl $'\\",
  "curl --data",
  "|;&",
])("no text is too odd: %j", (text) => {
  expect(() => converted(text)).not.toThrow();
});

describe("stays linear", () => {
  const size = 512 * 1024;
  test.each([
    ["quotes", "curl '"],
    ["words", "a "],
    ["commands", "curl /a\n"],
    ["backslashes", "\\"],
    ["escapes", "curl $'\\u00e4"],
    ["comments", "#\n"],
    ["carets", '^"'],
    ["one word", "curl$"],
    ["braces", "curl /${{{"],
    ["slashes", "curl ////"],
    ["switches", "curl -s"],
    ["addresses", "curl /a /b"],
    ["transfers", "curl --next "],
  ])("%s", { timeout: 20_000 }, (_, piece) => {
    const start = performance.now();
    converted(piece.repeat(size / piece.length));
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
