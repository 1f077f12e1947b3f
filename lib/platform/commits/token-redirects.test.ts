import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readCommits } from "./read-commits";

let origin: string;
let asked: { path: string; hasToken: boolean }[];
let location: string;
const server = createServer((request, response) => {
  const path = request.url?.split("?")[0] ?? "";
  asked.push({ path, hasToken: request.headers.authorization !== undefined });
  if (path === "/acme/shop/info/refs") response.writeHead(301, { location }).end();
  else response.writeHead(404).end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  asked = [];
});

async function read(to: string, token?: string) {
  location = `${to}/info/refs?service=git-upload-pack`;
  const range = { since: new Date(0), until: new Date() };
  return readCommits({ url: `${origin}/acme/shop`, ...range, token, outbound: { allow: [origin] } });
}

test.each([
  "/victim/shop",
  "/acme/other",
  "/acme/shop.git.git",
  "/acme/shop/%2e%2e/%2e%2e/victim/shop",
  "//x",
])("a token does not follow to %s", async (to) => {
  await expect(read(to, "secret")).rejects.toMatchObject({ reason: "address" });
  expect(asked).toEqual([{ path: "/acme/shop/info/refs", hasToken: true }]);
});

test("it follows to the same repository with its ending", async () => {
  await expect(read("/Acme/shop.git", "secret")).rejects.toMatchObject({ reason: "not_found" });
  expect(asked[1]).toEqual({ path: "/Acme/shop.git/info/refs", hasToken: true });
});

test("without a token a repository may have moved", async () => {
  await expect(read("/victim/shop")).rejects.toMatchObject({ reason: "not_found" });
  expect(asked[1]).toEqual({ path: "/victim/shop/info/refs", hasToken: false });
});
