import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { type CloseOptions, orderlyClose } from "./orderly-close";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function serve(answer: RequestListener, options: CloseOptions) {
  const server = createServer(answer);
  const close = orderlyClose(server, options);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => server.closeAllConnections());
  return { server, close, port: (server.address() as AddressInfo).port };
}

/** A keep-alive connection. `ended` resolves to how it ended, with everything received over it. */
async function keep(port: number) {
  const socket = connect(port, "127.0.0.1");
  ends.push(() => socket.destroy());
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    text += chunk;
  });
  const ended = new Promise<{ how: string; text: string }>((resolve) => {
    socket.once("error", (error: NodeJS.ErrnoException) => resolve({ how: error.code ?? "error", text }));
    socket.once("close", () => resolve({ how: "closed", text }));
  });
  await once(socket, "connect");
  return { ended, answer: () => text, ask: () => ask(socket) };
}

const ask = (socket: Socket) => socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
const isRefused = (port: number) =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket.destroy() && false));
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED"));
  });
const answers = (text: string) => text.match(/HTTP\/1\.1 200/g)?.length ?? 0;

/** Longer than any test may take. */
const never = 3_600_000;

it("a client that asks on the connection that it kept gets an answer, and is told to open another", async () => {
  const { close, port } = await serve((_, response) => response.end("ok"), { idleMs: never });
  const client = await keep(port);
  client.ask();
  await expect.poll(client.answer).toMatch(/Connection: keep-alive.*ok/s);
  const closed = close();
  expect(await isRefused(port)).toBe(true);
  client.ask();
  const { how, text } = await client.ended;
  expect([how, answers(text)]).toEqual(["closed", 2]);
  expect(text.slice(text.lastIndexOf("HTTP/1.1"))).toMatch(/Connection: close.*ok/s);
  await closed;
});

it("what is under way is answered, and its client told so, however long the idle wait no more", async () => {
  let held: ServerResponse | undefined;
  const { close, port } = await serve(
    (_, response) => {
      held = response;
    },
    { idleMs: 0, drainMs: never },
  );
  const client = await keep(port);
  client.ask();
  await expect.poll(() => held).toBeDefined();
  const closed = close();
  expect(await isRefused(port)).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 250));
  held?.end("late");
  const { how, text } = await client.ended;
  expect([how, answers(text)]).toEqual(["closed", 1]);
  expect(text).toMatch(/Connection: close.*late/s);
  await closed;
});

it("connections without a request, used before or never, do not hold up the end", async () => {
  const { close, port } = await serve((_, response) => response.end("ok"), { idleMs: 0, drainMs: never });
  const [used, unused] = [await keep(port), await keep(port)];
  used.ask();
  await expect.poll(used.answer).toContain("ok");
  await close();
  expect((await used.ended).how).toBe("closed");
  expect((await unused.ended).how).toBe("closed");
});

it("who never finishes is cut off", async () => {
  const { close, port } = await serve((_, response) => response.write("begun"), { idleMs: 0, drainMs: 200 });
  const client = await keep(port);
  client.ask();
  await expect.poll(client.answer).toContain("begun");
  await close();
  expect((await client.ended).text).toContain("begun");
});
