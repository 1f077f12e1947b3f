import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasCommitPages } from "./has-commit-pages";

let origin: string;
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? "");
  response.writeHead(Number(request.url?.slice(1)), { location: "/elsewhere" }).end("x".repeat(100_000));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const never = new AbortController().signal;
const ask = (url: string, signal = never) => hasCommitPages(url, signal, { allow: [origin] });

test.each([
  [200, true],
  [302, true],
  [401, true],
  [403, true],
  [404, false],
  [405, false],
  [503, true],
])("a page that is answered with %i: %s", async (status, expected) => {
  expect(await ask(`${origin}/${status}`)).toBe(expected);
});

test("redirects are not followed", () => {
  expect(asked).not.toContain("/elsewhere");
});

test.each(["https://github.com/acme/shop/commit/1", "https://gitlab.com/acme/shop/-/commit/1"])(
  "%s exists, without a request",
  async (url) => {
    expect(await ask(url)).toBe(true);
  },
);

test("a server that can't be reached keeps its links, and an ended job asks nothing", async () => {
  expect(await ask("http://127.0.0.1:9/shop/commit/1")).toBe(true);
  await expect(ask(`${origin}/200`, AbortSignal.abort(new Error("over")))).rejects.toThrow("over");
});
