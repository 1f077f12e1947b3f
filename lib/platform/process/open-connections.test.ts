import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { connections } from "../budgets/budgets";
import { OpenConnections, patience } from "./open-connections";

const generous = { perAddress: 100, pipelinedMax: 100, answerMs: 1000, unreadBytesMax: 1e9 };
const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

type Options = {
  limits?: Partial<typeof generous>;
  hops?: number;
  budget?: Partial<Record<keyof typeof connections, number>>;
};

async function start(answer: RequestListener, { limits, hops = 0, budget }: Options = {}) {
  let now = 0;
  const open = new OpenConnections({
    trustProxy: { hops },
    limits: { ...generous, ...limits },
    now: () => now,
  });
  const server = createServer(patience({ ...connections, ...budget }), (request, response) => {
    if (open.admits(request, response)) answer(request, response);
  });
  open.watch(server, 1e9);
  server.listen(0, "0.0.0.0");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const client = async (text = "", localAddress = "127.0.0.1"): Promise<Socket> => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    socket.on("error", () => {});
    cleanups.push(() => socket.destroy());
    await once(socket, "connect");
    socket.write(text);
    return socket;
  };
  const pass = (ms: number) => {
    now += ms;
    open.sweep();
  };
  return { client, pass };
}

const get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

/** Also after an error. */
const closed = (socket: Socket) =>
  new Promise<void>((resolve) => (socket.closed ? resolve() : socket.once("close", () => resolve())));

/** All that comes until the connection ends. */
async function received(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  await closed(socket);
  return text;
}

describe("a slow client", () => {
  const budget = { headMs: 200, requestMs: 400, checkEveryMs: 20 };
  it.each([
    ["head", "GET / HTTP/1.1\r\n", "X-A: a\r\n"],
    ["body", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n", "a"],
    ["body in chunks", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n"],
  ])("is not waited for, however steadily its %s arrives", async (_, beginning, more) => {
    const { client } = await start((request) => void request.resume(), { budget });
    const socket = await client(beginning);
    const dripping = setInterval(() => socket.write(more), 20);
    cleanups.push(() => clearInterval(dripping));
    expect(await received(socket)).toMatch(/^HTTP\/1.1 408 /);
  });

  it("holds up nobody else", async () => {
    const { client } = await start((_, response) => void response.end("here"), { budget });
    const slow = await client("GET / HTTP/1.1\r\n");
    const other = await client(get.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
    expect(await received(other)).toContain("here");
    await received(slow);
  });
});

describe("requests in a row on one connection", () => {
  it("are answered up to the limit", async () => {
    const { client } = await start((_, response) => void response.end("here"), {
      limits: { pipelinedMax: 5 },
    });
    const socket = await client(get.repeat(4) + get.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
    expect((await received(socket)).split("HTTP/1.1 200").length - 1).toBe(5);
  });

  it("beyond it, end the connection before anything is done for them", async () => {
    let asked = 0;
    const { client } = await start(
      () => {
        asked += 1;
      },
      { limits: { pipelinedMax: 5 } },
    );
    await received(await client(get.repeat(3000)));
    expect(asked).toBe(5);
  });
});

describe("a request with too many headers", () => {
  it.each(["", "Connection: Upgrade\r\nUpgrade: h2c\r\n"])(
    "gets one 431, and its body is not read as a request: %j",
    async (offer) => {
      const asked: string[] = [];
      const { client } = await start(({ url = "" }, response) => {
        asked.push(url);
        response.end("here");
      });
      const padding = "a:\r\n".repeat(connections.headLinesMax);
      const smuggled = get.replace("/", "/smuggled");
      const length = `Content-Length: ${smuggled.length}`;
      const head = `GET /whole HTTP/1.1\r\nHost: x\r\n${offer}${padding}${length}\r\n\r\n`;
      const text = await received(await client(head + smuggled));
      expect(text.match(/^HTTP\/1\.1 \d+/gm)).toEqual(["HTTP/1.1 431"]);
      expect(asked).toEqual([]);
    },
  );
});

describe("connections of one address", () => {
  const ping = async (socket: Socket) => {
    if (socket.closed) return false;
    socket.write(get);
    const data = new Promise<boolean>((resolve) => socket.once("data", () => resolve(true)));
    return Promise.race([data, closed(socket).then(() => false)]);
  };
  const answer: RequestListener = (_, response) => void response.end("here");

  it("are limited, and those of others are not", async () => {
    const { client } = await start(answer, { limits: { perAddress: 2 } });
    const first = [await client(), await client()];
    expect(await ping(await client())).toBe(false);
    expect(await ping(await client("", "127.0.0.2"))).toBe(true);
    expect(await Promise.all(first.map(ping))).toEqual([true, true]);
    first[0]?.destroy();
    await expect.poll(async () => ping(await client())).toBe(true);
  });

  it("are not limited where a trusted proxy holds them for its clients", async () => {
    const { client } = await start(answer, { limits: { perAddress: 2 }, hops: 1 });
    const all = await Promise.all(Array.from({ length: 5 }, () => client()));
    expect(await Promise.all(all.map(ping))).toEqual(Array(5).fill(true));
  });
});

describe("a client that does not read its answer", () => {
  const MiB = 1024 * 1024;
  /** Sends more than the system keeps for a connection, and waits until it is under way. */
  async function unread(limits: Partial<typeof generous>, count: number) {
    let answered = 0;
    const { client, pass } = await start(
      (_, response) => {
        response.end(Buffer.alloc(64 * MiB));
        answered += 1;
      },
      { limits },
    );
    const clients: Socket[] = [];
    for (let at = 0; at < count; at += 1) {
      const socket = await client(get);
      socket.pause();
      clients.push(socket);
      await expect.poll(() => answered).toBe(at + 1);
      pass(10);
    }
    return { clients, pass };
  }
  const ended = (socket: Socket) => {
    socket.resume();
    return closed(socket);
  };

  it("is given up after a while", async () => {
    const { clients, pass } = await unread({ answerMs: 500 }, 1);
    const [socket] = clients as [Socket];
    pass(500);
    let bytes = 0;
    socket.on("data", (chunk) => {
      bytes += chunk.length;
    });
    await ended(socket);
    expect(bytes).toBeLessThan(64 * MiB);
  });

  it("is given up at once when there are too many, the oldest first", async () => {
    const { clients } = await unread({ unreadBytesMax: 150 * MiB }, 3);
    await ended(clients[0] as Socket);
    expect(clients.slice(1).map(({ closed }) => closed)).toEqual([false, false]);
  });
});
