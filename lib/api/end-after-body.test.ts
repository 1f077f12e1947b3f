import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bodies } from "@/lib/platform/budgets/budgets";
import { endAfterBody } from "./end-after-body";

let server: Server;
let client: Socket;
let served: Socket | undefined;
let received: string;
/** Most listeners that the connection ever had of one event. */
let most: number;

beforeEach(async () => {
  received = "";
  served = undefined;
  most = 0;
  server = createServer((request, response) => answer(request, response));
  server.on("connection", (socket) => socket.on("newListener", count));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.on("data", (chunk: Buffer) => {
    received += chunk.toString();
  });
  client.on("error", () => {});
});
afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function answer(request: IncomingMessage, response: ServerResponse): void {
  served = request.socket;
  response.writeHead(413, { "content-length": 4 });
  endAfterBody(request, response, "done");
}

function count(this: Socket, event: string | symbol): void {
  most = Math.max(most, this.listenerCount(event) + 1);
}

const answers = () => received.split("done").length - 1;

it("answers many requests of one connection, and leaves no listener behind", async () => {
  const listeners = () => served?.eventNames().map((event) => [event, served?.listenerCount(event)]);
  const ask = async (at: number) => {
    client.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab");
    await once(server, "request");
    client.write("cd");
    await expect.poll(answers).toBe(at);
  };
  client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(answers).toBe(1);
  const before = listeners();
  for (let at = 2; at <= 20; at++) await ask(at);
  expect(listeners()).toEqual(before);
  expect(most).toBeLessThan(10);
});

it("hangs up once on a client that sends on for ever", async () => {
  client.write("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
  // So small that one read of the socket brings many of them.
  const chunk = `40\r\n${"x".repeat(0x40)}\r\n`.repeat(1000);
  const flood = () => {
    while (!client.destroyed && client.writable && client.write(chunk));
  };
  client.on("drain", flood);
  flood();
  await new Promise((resolve) => client.once("close", resolve));
  expect(most).toBeLessThan(10);
  expect(received).toContain("done");
});

it("leaves the answer to a client that sends a lot before it reads", async () => {
  client.pause();
  client.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999999\r\n\r\n");
  const chunk = Buffer.alloc(65_536, "x");
  let sent = 0;
  let hasBegun = false;
  const flood = () => {
    while (client.writable && client.write(chunk)) sent += chunk.byteLength;
    // Read as soon as the server has taken all that it takes, and has stopped.
    if (sent > bodies.restBytesMax && !hasBegun) {
      hasBegun = true;
      setTimeout(() => client.resume(), 300);
    }
  };
  client.on("drain", flood);
  flood();
  await new Promise((resolve) => client.once("close", resolve));
  expect(received).toContain("done");
});
