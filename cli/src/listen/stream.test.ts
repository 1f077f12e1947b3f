import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import type { CapturedRequest } from "@/lib/webhooks/contract";
import { Failure } from "../failure";
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

type CatchUp = (after: number) => Promise<CapturedRequest[]>;

function start(limits = {}, catchUp: CatchUp = async () => []): CaptureStream {
  const { port } = server.address() as AddressInfo;
  stream = new CaptureStream({
    address: `ws://127.0.0.1:${port}/`,
    ...{ key: "fk_x", after: 0, catchUp, news: (each) => news.push(each), limits },
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
    expect.objectContaining({ kind: "lost", why: expect.stringContaining("no data for") }),
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

test.each(["null", "<h1>Gateway</h1>"])("after the message %s, captures are read over HTTP", async (text) => {
  serve = (socket) => socket.send(text);
  const catchUp: CatchUp = async (after) => [{ sequence: after + 1, body: "" } as CapturedRequest];
  expect(await sequences(start({}, catchUp), 2)).toEqual([1, 2]);
  expect(news).toContainEqual(expect.objectContaining({ why: "a message wasn't a captured request" }));
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

describe("where no socket opens", () => {
  /** What answers instead: a proxy, or a host of functions. */
  let status: number;
  beforeEach(() => {
    server.options.verifyClient = (_: unknown, tell: (isOpened: boolean, code: number) => void) =>
      tell(false, status);
  });

  test.each([401, 403, 404, 426, 502])(
    "captures are read over HTTP, also where %i is answered",
    async (code) => {
      status = code;
      const read: number[] = [];
      const catchUp: CatchUp = async (after) => {
        read.push(after);
        return [after + 1, after + 2].map((sequence) => ({ sequence, body: "" }) as CapturedRequest);
      };
      expect(await sequences(start({}, catchUp), 4)).toEqual(upTo(4));
      expect(read.slice(0, 2)).toEqual([0, 2]);
      expect(news).toContainEqual(expect.objectContaining({ why: `the server responded with ${code}` }));
    },
  );

  test.each([
    [404, new Failure("notFound", "No such inbox."), "The inbox was deleted."],
    [401, new Failure("refused", "No."), "fieldkit login"],
    [502, new Failure("notFound", "No such inbox."), "No such inbox."],
  ])("it ends once the API says so, too (%i)", async (code, failure, message) => {
    status = code;
    const ended = start({}, () => Promise.reject(failure)).next();
    await expect(ended).rejects.toThrow(message);
  });

  test("they are read more often than a socket is tried", async () => {
    status = 502;
    let tries = 0;
    const catchUp: CatchUp = async (after) => {
      tries += 1;
      return tries % 3 === 0 ? [{ sequence: after + 1, body: "" } as CapturedRequest] : [];
    };
    expect(await sequences(start({ pollEveryMs: 20 }, catchUp), 6)).toEqual(upTo(6));
    expect(news.length).toBeLessThan(tries / 2);
  });

  test("an API that cannot be reached ends nothing", async () => {
    status = 502;
    let tries = 0;
    const catchUp: CatchUp = async () => {
      tries += 1;
      if (tries === 1) throw new Failure("unreachable", "Nothing listens there.");
      return [{ sequence: 1, body: "" } as CapturedRequest];
    };
    expect(await sequences(start({}, catchUp), 1)).toEqual([1]);
  });
});
