import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveLocalNames } from "./local-names";

const server = createServer((request, response) => response.end(request.headers.host));
let port: number;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
  resolveLocalNames();
});
afterAll(() => server.close());

test("a request reaches a name below localhost, which keeps its host", async () => {
  const response = await fetch(`http://fieldkit.localhost:${port}/`);
  expect(await response.text()).toBe(`fieldkit.localhost:${port}`);
});

test.each(["localhost", "127.0.0.1"])("%s is resolved by the system", async (host) => {
  expect((await fetch(`http://${host}:${port}/`)).status).toBe(200);
});
