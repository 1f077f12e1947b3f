import { connect, type Socket } from "node:net";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { bodies } from "@/lib/platform/budgets/budgets";
import { appHost, port } from "./client";
import { emptyRange } from "./contents";
import { createSite, done, type Site } from "./fixtures";

const mebibyte = 1024 * 1024;
let site: Site;
let attachments: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  site = await createSite();
  const releases = `/api/projects/${site.project.id}/releases`;
  const { id } = await done<{ id: string }>(site.owner.post(`${releases}/generate`, emptyRange), 201);
  attachments = `${releases}/${id}/attachments`;
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

type Unfinished = { headers: string[]; body?: string | Buffer; from?: string };

/** Sends the head of an upload and part of its body. Says what has come back, and when everything is sent. */
function unfinished({ headers, body = "", from = "127.0.0.1" }: Unfinished) {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  sockets.push(socket);
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
  });
  socket.on("error", () => {});
  const type = "Content-Type: multipart/form-data; boundary=x";
  const lines = [`POST ${attachments} HTTP/1.1`, `Host: ${appHost}`, type, ...headers];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  socket.write(body);
  return { status: () => Number(received.split(" ")[1] ?? 0), received: () => received, socket };
}

describe("a caller without credentials is refused before the body is read", () => {
  it.each([
    ["declared", [`Content-Length: ${5 * mebibyte}`], ""],
    ["in chunks", ["Transfer-Encoding: chunked"], "1\r\na\r\n"],
  ])("%s", async (_, headers, body) => {
    const upload = unfinished({ headers, body });
    await expect.poll(upload.status).toBe(401);
  });

  it("and with 413 where more is declared than anybody may send", async () => {
    const upload = unfinished({ headers: [`Content-Length: ${6 * mebibyte}`] });
    await expect.poll(upload.status).toBe(413);
  });
});

it("one address holds a quarter of the memory for bodies, gives it back, and nobody else notices", async () => {
  const headers = [`Content-Length: ${5 * mebibyte}`, `Cookie: ${site.owner.cookie}`];
  const body = Buffer.alloc(4 * mebibyte);
  const count = bodies.heldBytesPerAddress / body.byteLength + 4;
  const uploads = Array.from({ length: count }, () => unfinished({ headers, body, from: "127.0.0.7" }));
  await expect.poll(() => uploads.filter(({ status }) => status() === 503).length).toBeGreaterThan(0);
  const refused = uploads.find(({ status }) => status() === 503);
  await expect.poll(() => refused?.received()).toContain('"unavailable"');
  expect(refused?.received()).toMatch(/^Retry-After: [1-9]/im);

  const whole = (from: string) => {
    const form = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhello\r\n--x--\r\n';
    return unfinished({ headers: [`Content-Length: ${form.length}`, headers[1] ?? ""], body: form, from });
  };
  const other = whole("127.0.0.8");
  await expect.poll(other.status).toBe(201);
  for (const { socket } of uploads) socket.destroy();
  // What is held stays, and only the refused are sent again: a round after the other would be refused for the last one.
  let again = Array.from({ length: 12 }, () => unfinished({ headers, body, from: "127.0.0.7" }));
  await expect
    .poll(async () => {
      await Promise.all(again.map(({ socket }) => new Promise((resolve) => socket.write("", resolve))));
      const small = whole("127.0.0.7");
      await expect.poll(small.status).toBeGreaterThan(0);
      const refused = again.filter(({ status }) => status() !== 0);
      again = again.filter(({ status }) => status() === 0);
      again.push(...refused.map(() => unfinished({ headers, body, from: "127.0.0.7" })));
      return { small: small.status(), refused: refused.length };
    })
    .toEqual({ small: 201, refused: 0 });
});
