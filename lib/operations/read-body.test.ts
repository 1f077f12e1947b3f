import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { HeldBytes } from "@/lib/platform/budgets/held-bytes";
import { readBody, readStream } from "./read-body";

const MiB = 1024 * 1024;
const limits = { totalMax: 4 * MiB, perHolderMax: 2 * MiB };

async function* chunksOf(count: number, bytes: number) {
  for (let at = 0; at < count; at += 1) yield Buffer.alloc(bytes, at % 256);
}
const read = (chunks: AsyncIterable<Uint8Array>, bytes = new HeldBytes(limits), declared?: string) =>
  readBody({ chunks, declared, bytesMax: MiB, held: bytes.open("client") });

it("joins a body of many chunks as it was sent", async () => {
  const body = await read(chunksOf(3000, 100));
  expect(body.byteLength).toBe(300_000);
  expect([...Array(3000).keys()].every((at) => body[at * 100] === at % 256)).toBe(true);
});

describe("refuses", () => {
  it("a million chunks of a byte, long before their end", async () => {
    let given = 0;
    async function* crumbs() {
      for (; given < MiB; given += 1) yield Buffer.of(1);
    }
    await expect(read(crumbs())).rejects.toMatchObject({ code: "invalid_request" });
    expect(given).toBeLessThan(5000);
  });

  it("more than the limit, declared or not, without keeping it", async () => {
    const bytes = new HeldBytes(limits);
    await expect(read(chunksOf(1, 1), bytes, String(MiB + 1))).rejects.toMatchObject({
      code: "payload_too_large",
    });
    await expect(read(chunksOf(17, 65_536), bytes)).rejects.toMatchObject({ code: "payload_too_large" });
    expect(bytes.total).toBeLessThanOrEqual(MiB);
  });

  it("what does not fit beside the others of its address", async () => {
    const bytes = new HeldBytes(limits);
    for (let count = 0; count < 2; count += 1) await read(chunksOf(16, 65_536), bytes);
    await expect(read(chunksOf(1, 1), bytes)).rejects.toMatchObject({
      code: "unavailable",
      headers: { "retry-after": "1" },
    });
  });
});

describe("of a stream", () => {
  const readFrom = (stream: Readable, bytes = new HeldBytes(limits), declared?: string) =>
    readStream(stream, { declared, bytesMax: MiB, held: bytes.open("client") });
  const listenersOf = (stream: Readable) =>
    ["readable", "end", "close"].map((event) => stream.listenerCount(event));

  it("joins a body of many chunks as it was sent, and counts them", async () => {
    const bytes = new HeldBytes(limits);
    const body = await readFrom(Readable.from(chunksOf(300, 1000), { objectMode: false }), bytes);
    expect([body.byteLength, bytes.total]).toEqual([300_000, 300_000]);
    expect([...Array(300).keys()].every((at) => body[at * 1000] === at % 256)).toBe(true);
  });

  it("gives no bytes for none", async () => {
    const stream = Readable.from([], { objectMode: false });
    expect((await readFrom(stream)).byteLength).toBe(0);
    expect((await readFrom(stream)).byteLength).toBe(0);
  });

  it("keeps no more in memory than twice its size", async () => {
    const brought = Buffer.alloc(65_536, "x");
    for (const size of [1, 1000, 40_000]) {
      const stream = Readable.from([brought.subarray(0, size)], { objectMode: false });
      const body = await readFrom(stream);
      expect(body.toString()).toBe("x".repeat(size));
      // Small ones come from a pool that Node shares among them.
      expect(body.buffer.byteLength).toBeLessThanOrEqual(Math.max(2 * size, Buffer.poolSize));
    }
  });

  it("is left as it is, without listeners, when it is refused", async () => {
    const stream = Readable.from(chunksOf(100, 65_536), { objectMode: false });
    await expect(readFrom(stream)).rejects.toMatchObject({ code: "payload_too_large" });
    const declared = Readable.from(chunksOf(1, 1), { objectMode: false });
    await expect(readFrom(declared, undefined, String(MiB + 1))).rejects.toMatchObject({
      code: "payload_too_large",
    });
    for (const each of [stream, declared]) {
      expect([each.destroyed, listenersOf(each)]).toEqual([false, [0, 0, 0]]);
    }
  });

  it("is refused when it breaks off, before it is read and meanwhile", async () => {
    const stream = new Readable({ read() {} });
    stream.push("half");
    const broken = readFrom(stream);
    stream.destroy();
    await expect(broken).rejects.toMatchObject({ code: "invalid_request", message: "The body broke off." });
    await expect(readFrom(stream)).rejects.toMatchObject({ code: "invalid_request" });
    expect(listenersOf(stream)).toEqual([0, 0, 0]);
  });
});
