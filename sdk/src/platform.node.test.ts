import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStream } from "./platform.node";

let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer(({ url }, response) => {
    const status = Number(url?.slice(1));
    response.writeHead(status, { location: "http://127.0.0.1:9/", "retry-after": "7" }).end("text");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

const open = (status: number) =>
  openStream(`${origin}/${status}`, { signal: new AbortController().signal, headers: {} });

test.each([200, 204, 205, 304, 404, 503])("a response with %i is one", async (status) => {
  const response = await open(status);
  expect([response.status, response.headers.get("retry-after")]).toEqual([status, "7"]);
  await response.text();
});

test.each([
  [302, "it redirects to http://127.0.0.1:9"],
  [999, "status"],
])("a response with %i is a failure, not the end of the process", async (status, message) => {
  await expect(open(status)).rejects.toThrow(message);
});
