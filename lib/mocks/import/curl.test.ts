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
    "Its method and path are those of a command before it",
    "It has no address",
    "It is no command of cURL",
  ]);
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
  const size = 4 * 1024 * 1024;
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
  ])("%s", { timeout: 20_000 }, (_, piece) => {
    const start = performance.now();
    converted(piece.repeat(size / piece.length));
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
