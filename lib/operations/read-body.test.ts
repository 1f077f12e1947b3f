import { describe, expect, it } from "vitest";
import { HeldBytes } from "@/lib/platform/budgets/held-bytes";
import { readBody } from "./read-body";

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
