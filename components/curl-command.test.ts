import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlCommand } from "./curl-command";

test("a shell hands every value on unchanged", () => {
  const json = { name: `it's "$HOME" \`id\` \\ !`, path: "/ä" };
  const command = curlCommand({ method: "POST", url: "http://x/a?b='c'&d", flags: ["-i"], json });
  const script = command.replace(/^curl/, String.raw`printf '%s\n'`);
  expect(execFileSync("sh", ["-c", script], { encoding: "utf8" }).trimEnd().split("\n")).toEqual([
    "-X",
    "POST",
    "-i",
    "http://x/a?b='c'&d",
    "-H",
    "Content-Type: application/json",
    "--data-raw",
    JSON.stringify(json),
  ]);
});

test("GET is plain, HEAD asks for the head, brackets are no ranges", () => {
  expect(curlCommand({ method: "GET", url: "http://x/" })).toBe("curl 'http://x/'");
  expect(curlCommand({ method: "HEAD", url: "http://x/" })).toBe("curl -I 'http://x/'");
  expect(curlCommand({ method: "GET", url: "http://x/[1-3]" })).toBe("curl -g 'http://x/[1-3]'");
});
