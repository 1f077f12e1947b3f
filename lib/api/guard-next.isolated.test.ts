import { createServer, type Server, request as send } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, it } from "vitest";
import { connections } from "@/lib/platform/budgets/budgets";
import { guardServers } from "./guard-next";

const guard = guardServers({
  trustProxy: { hops: 0 },
  keepsUpgrades: false,
  answers: ({ url }, response) => {
    if (url === "/livez") response.end("alive");
    return url === "/livez";
  },
});
let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));

async function listening(answer: Server): Promise<number> {
  server = answer;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

it("a server that listens already is under the limits with its first connection", async () => {
  const port = await listening(createServer((_, response) => response.end()));
  await new Promise((resolve) => send({ port, host: "127.0.0.1" }, resolve).end());
  expect(server.requestTimeout).toBe(connections.requestMs);
  expect(server.maxHeadersCount).toBe(connections.headLinesMax + 1);
});

it("what is asked ahead beyond the limit ends the connection, and is not answered", async () => {
  let asked = 0;
  const port = await listening(
    createServer(() => {
      asked += 1;
    }),
  );
  guard(server);
  const socket = connect(port, "127.0.0.1");
  const closed = new Promise((resolve) => socket.on("error", () => {}).on("close", resolve));
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(connections.pipelinedMax + 50));
  await closed;
  expect(asked).toBeLessThanOrEqual(connections.pipelinedMax);
});

it("an offer to upgrade is passed over", async () => {
  const port = await listening(createServer((_, response) => response.end("plain")));
  server.on("upgrade", () => {});
  guard(server);
  const headers = { connection: "Upgrade", upgrade: "h2c" };
  const status = await new Promise((resolve) =>
    send({ port, host: "127.0.0.1", headers }, ({ statusCode }) => resolve(statusCode)).end(),
  );
  expect(status).toBe(200);
});

it("of many requests one begins in each turn, and what needs no Next is answered without it", async () => {
  const begun: { url: string | undefined; turn: number }[] = [];
  let turn = 0;
  const port = await listening(
    createServer(({ url }, response) => {
      begun.push({ url, turn });
      response.end();
    }),
  );
  guard(server);
  const isOver = () => begun.length === 5;
  const count = () => {
    turn += 1;
    if (!isOver()) setImmediate(count);
  };
  count();
  const socket = connect(port, "127.0.0.1");
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  socket.write(`${ask("/a").repeat(5)}${ask("/livez")}`);
  await expect.poll(isOver).toBe(true);
  socket.destroy();
  expect(begun.map(({ url }) => url)).toEqual(["/a", "/a", "/a", "/a", "/a"]);
  expect(new Set(begun.map((each) => each.turn)).size).toBe(5);
});
