import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlCommand } from "./curl-command";

test("a shell hands every value on unchanged", () => {
  const json = { name: `it's "$HOME" \`id\` \\ !`, path: "/ä" };
  const command = curlCommand({ method: "POST", url: "http://x/a?b='c'&d", flags: ["-i"], json });
  const script = command.replace(/^curl/, String.raw`printf '%s\0'`);
  const [body, ...rest] = execFileSync("sh", ["-c", script], { encoding: "utf8" })
    .split("\0")
    .slice(0, -1)
    .reverse();
  expect(JSON.parse(body ?? "")).toEqual(json);
  expect(rest.reverse()).toEqual([
    "-X",
    "POST",
    "-i",
    "http://x/a?b='c'&d",
    "-H",
    "Content-Type: application/json",
    "--data-raw",
  ]);
});

test("GET is plain, HEAD asks for the head, brackets are no ranges", () => {
  expect(curlCommand({ method: "GET", url: "http://x/" })).toBe("curl 'http://x/'");
  expect(curlCommand({ method: "HEAD", url: "http://x/" })).toBe("curl -I 'http://x/'");
  expect(curlCommand({ method: "GET", url: "http://x/[1-3]" })).toBe("curl -g 'http://x/[1-3]'");
});

test("headers are given as they are, and a content type of one's own is the only one", () => {
  const headers = [
    { name: "X-A", value: "it's" },
    { name: "content-type", value: "text/csv" },
    { name: "X-Empty", value: "" },
  ];
  const body = { text: "a,b", type: "text/plain" };
  expect(curlCommand({ method: "POST", url: "http://x/", headers, body })).toBe(
    [
      "curl -X POST 'http://x/'",
      String.raw`-H 'X-A: it'\''s'`,
      "-H 'content-type: text/csv'",
      "-H 'X-Empty;'",
      "--data-raw 'a,b'",
    ].join(" \\\n  "),
  );
});
