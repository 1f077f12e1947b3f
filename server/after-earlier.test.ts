import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { afterEarlier } from "./after-earlier";

/** Answers in the order in which their turns came; nothing is answered before the test says so. */
async function startServer() {
  const begun: ServerResponse[] = [];
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    void afterEarlier(request, response).then(() => begun.push(response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  const open = (): Socket => {
    const socket = connect(port, "127.0.0.1").resume();
    closing.unshift(async () => void socket.destroy());
    return socket;
  };
  return { open, begun, asked: () => asked };
}

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

it("begins what was sent ahead when the answer before it is over", async () => {
  const { open, begun, asked } = await startServer();
  open().write(request.repeat(3));
  await vi.waitFor(() => expect(asked()).toBe(3));
  for (const count of [1, 2, 3]) {
    await vi.waitFor(() => expect(begun).toHaveLength(count));
    begun[count - 1]?.end("done");
  }
});

it("lets connections wait for themselves alone", async () => {
  const { open, begun } = await startServer();
  open().write(request.repeat(2));
  open().write(request);
  await vi.waitFor(() => expect(begun).toHaveLength(2));
  expect(new Set(begun.map(({ socket }) => socket)).size).toBe(2);
});
