import { randomBytes } from "node:crypto";
import {
  createServer,
  get,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { pages as budget } from "@/lib/platform/budgets/budgets";
import { pagesAt } from "./pages-apart";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A server whose pages are answered by this one, and the port that it is reached at. */
async function startBefore(render: RequestListener) {
  const socketPath = join(tmpdir(), `pages-${randomBytes(8).toString("hex")}.sock`);
  await listen(createServer(render), socketPath);
  const pages = pagesAt(
    socketPath,
    () => 0,
    async () => true,
  );
  closing.push(() => pages.close());
  const answers: ServerResponse[] = [];
  const front = createServer((request, response) => {
    answers.push(response);
    pages.handle(request, response, undefined);
  });
  await listen(front, { port: 0, host: "127.0.0.1" });
  return { port: (front.address() as AddressInfo).port, answers };
}

async function listen(server: Server, at: string | { port: number; host: string }): Promise<void> {
  await new Promise<void>((resolve) => server.listen(at, resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
}

const request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

it("asks for the pages of a connection one after the other", async () => {
  const asked: ServerResponse[] = [];
  const { port } = await startBefore((_, response) => asked.push(response));
  const client = connect(port, "127.0.0.1").resume();
  closing.push(() => client.destroy());
  client.write(request.repeat(2));
  const other = connect(port, "127.0.0.1").resume();
  closing.push(() => other.destroy());
  other.write(request);
  // One of each connection; the second of the first connection comes when its first is over.
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  for (const response of [...asked]) response.end("page");
  await vi.waitFor(() => expect(asked).toHaveLength(3));
});

it("takes so much of a page ahead of its reader and no more, and passes on all of it", async () => {
  // More than the system takes for a connection that nobody reads.
  const page = randomBytes(48 * budget.aheadBytesMax);
  const { port, answers } = await startBefore((_, response) => response.end(page));
  const client = get({ port, host: "127.0.0.1" });
  const answer = await new Promise<IncomingMessage>((resolve) => client.once("response", resolve));
  const unread = () => answers[0]?.writableLength ?? 0;
  await vi.waitFor(() => expect(unread()).toBeGreaterThanOrEqual(budget.aheadBytesMax), 10_000);
  expect(unread()).toBeLessThan(2 * budget.aheadBytesMax);
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  expect(Buffer.concat(parts).equals(page)).toBe(true);
});
