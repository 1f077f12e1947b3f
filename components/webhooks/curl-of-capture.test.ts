import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlOfCapture } from "./curl-of-capture";
import { belowInbox } from "./raw-request";
import { capture } from "./sample-capture";

const inboxUrl = "http://team-shop.mock.localhost:3000/api/webhook/ref";

function curlOf(over: Parameters<typeof capture>[1]) {
  const request = capture(7, over);
  return curlOfCapture(request, inboxUrl + belowInbox(request));
}

/** What a shell hands to curl. */
function argumentsOf(over: Parameters<typeof capture>[1]): string[] {
  const { command } = curlOf(over);
  const script = command.replace(/^curl/, String.raw`printf '%s\0'`);
  return execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
}

test("a shell hands every value on unchanged", () => {
  const body = `it's "$HOME" \`id\` \\ !\nsecond line\n`;
  const header = `it's $(id) "x" \\`;
  expect(
    argumentsOf({ path: "/a", rawUrl: "/api/webhook/ref/a?b='c'&d", rawHeaders: [["X-Odd", header]], body }),
  ).toEqual([
    "-X",
    "POST",
    "http://team-shop.mock.localhost:3000/api/webhook/ref/a?b='c'&d",
    "-H",
    `X-Odd: ${header}`,
    "-H",
    "Accept:",
    "-H",
    "User-Agent:",
    "-H",
    "Content-Type:",
    "--data-raw",
    body,
  ]);
});

test("headers go in the order and spelling they came in, without those of the connection", () => {
  const rawHeaders: [string, string][] = [
    ["Host", "team-shop.mock.localhost:3000"],
    ["user-agent", "Stripe/1.0"],
    ["Accept", "*/*"],
    ["Content-Length", "2"],
    ["X-One", "1"],
    ["x-one", "2"],
    ["X-Empty", ""],
    ["Accept-Encoding", "gzip"],
    ["Content-Type", "application/json"],
    ["Connection", "close"],
  ];
  const sent = argumentsOf({ rawHeaders, body: "{}" });
  expect(sent.filter((_, index) => sent[index - 1] === "-H")).toEqual([
    "user-agent: Stripe/1.0",
    "Accept: */*",
    "X-One: 1",
    "x-one: 2",
    "X-Empty;",
    "Content-Type: application/json",
  ]);
  expect(sent).toContain("--compressed");
});

test.each([
  ["GET", "", []],
  ["HEAD", "", ["--head"]],
  ["GET", "x", ["-X", "GET"]],
  ["DELETE", "", ["-X", "DELETE"]],
  ["M-SEARCH", "", ["-X", "M-SEARCH"]],
])("%s with body %j", (method, body, flags) => {
  expect(argumentsOf({ method, body, rawUrl: "/x" }).slice(0, flags.length)).toEqual(flags);
});

test("addresses are taken as they are", () => {
  expect(argumentsOf({ method: "GET", body: "", path: "/a/../b", rawUrl: "?c=[1-3]" })).toEqual(
    expect.arrayContaining(["--globoff", "--path-as-is"]),
  );
});

test.each([
  ["binary", { body: "AP8=", bodyEncoding: "base64" as const, size: 2 }],
  ["with a NUL", { body: "a\0b" }],
  ["longer than an argument may be", { body: "x".repeat(200_000) }],
])("a body %s comes from a file", (_, over) => {
  const { command, needsFile } = curlOf(over);
  expect(needsFile).toBe("request-7.bin");
  expect(command).toContain("--data-binary '@request-7.bin'");
  expect(command.length).toBeLessThan(1000);
});
