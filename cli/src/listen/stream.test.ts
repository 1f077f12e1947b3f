import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { CaptureStream, type StreamNews } from "./stream";

let server: WebSocketServer;
let stream: CaptureStream | undefined;
let news: StreamNews[];
let asked: number[];
/** What the server does with a client that has everything up to a sequence. */
let serve: (socket: WebSocket, after: number) => void;

beforeEach(async () => {
  news = [];
  asked = [];
  server = new WebSocketServer({ port: 0, host: "127.0.0.1", autoPong: false });
  server.on("connection", (socket, { url = "" }) => {
    const after = Number(new URL(url, "http://x").searchParams.get("after"));
    asked.push(after);
    serve(socket, after);
  });
  await new Promise((resolve) => server.once("listening", resolve));
});
afterEach(() => {
  stream?.close();
  for (const client of server.clients) client.terminate();
  server.close();
});

function start(limits = {}): CaptureStream {
  stream = new CaptureStream({
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ...{ key: "fk_x", after: 0, catchUp: async () => [], news: (each) => news.push(each), limits },
  });
  return stream.start();
}

const message = (sequence: number, size = 10) => JSON.stringify({ sequence, body: "x".repeat(size) });

async function sequences(of: CaptureStream, count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) found.push((await of.next())?.sequence ?? 0);
  return found;
}
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

test("each comes once and in order, over connections that are cut and that repeat some", async () => {
  serve = (socket, after) => {
    for (const sequence of [after - 1, after, after + 1, after + 2]) socket.send(message(sequence));
    setImmediate(() => socket.terminate());
  };
  expect(await sequences(start(), 10)).toEqual(upTo(10));
  expect(asked.length).toBeGreaterThan(3);
});

test("a connection on which nothing is heard is given up", async () => {
  serve = (socket, after) => socket.send(message(after + 1));
  expect(await sequences(start({ pingEveryMs: 10, silentMs: 40 }), 3)).toEqual([1, 2, 3]);
  expect(news).toContainEqual(
    expect.objectContaining({ kind: "lost", why: expect.stringContaining("nothing was heard") }),
  );
});

test("what waits for a slow reader is bounded, and nothing of it is lost", async () => {
  let sent = 0;
  const total = 400;
  serve = (socket, after) => {
    const next = (sequence: number) => {
      if (sequence > total) return;
      sent = Math.max(sent, sequence);
      socket.send(message(sequence, 100_000), () => next(sequence + 1));
    };
    next(after + 1);
  };
  const slow = start({ waitingMax: 5 });
  expect((await slow.next())?.sequence).toBe(1);
  // Some of it is in the sockets' own buffers.
  await expect.poll(() => sent, { timeout: 5000 }).toBeGreaterThan(5);
  expect(sent).toBeLessThan(total);
  expect(await sequences(slow, total - 1)).toEqual(upTo(total).slice(1));
});

test.each([
  [4003, /fieldkit login/],
  [4004, /was deleted/],
])("the code %i ends it, after what came before", async (code, says) => {
  serve = (socket, after) => {
    socket.send(message(after + 1));
    socket.close(code);
  };
  const ending = start();
  expect((await ending.next())?.sequence).toBe(1);
  await expect(ending.next()).rejects.toThrow(says);
});
