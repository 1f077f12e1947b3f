import { beforeEach, expect, test, vi } from "vitest";

const MiB = 1024 * 1024;
let imageBytes: typeof import("./image-bytes").imageBytes;

/** A reader that takes a turn for each image, and knows how many it reads at a time. */
function reader(size = 5 * MiB) {
  const seen = { now: 0, most: 0, reads: 0 };
  const read = async () => {
    seen.reads += 1;
    seen.now += 1;
    seen.most = Math.max(seen.most, seen.now);
    await new Promise(setImmediate);
    seen.now -= 1;
    return Buffer.alloc(size);
  };
  return { seen, read };
}
const free = async () => {};

beforeEach(async () => {
  vi.resetModules();
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    if (key.description?.startsWith("fieldkit.")) Reflect.deleteProperty(globalThis, key);
  }
  ({ imageBytes } = await import("./image-bytes"));
});

test("twenty large images that ten ask for are read once each, one of a project and two in all at a time", async () => {
  const { seen, read } = reader();
  const ids = Array.from({ length: 20 }, (_, at) => `image ${at}`);
  const asked = ids.flatMap((id, at) =>
    Array.from({ length: 10 }, () => imageBytes(at % 2 ? "one" : "other", id, free, read)),
  );
  const answers = await Promise.all(asked);
  expect(new Set(answers).size).toBe(20);
  expect(seen).toEqual({ now: 0, most: 2, reads: 20 });
});

test("of one project one is read at a time", async () => {
  const { seen, read } = reader(1);
  await Promise.all(Array.from({ length: 30 }, (_, at) => imageBytes("one", `image ${at}`, free, read)));
  expect(seen.most).toBe(1);
});

test("what is kept stays within its budget", async () => {
  const { seen, read } = reader();
  const all = async () => {
    for (let at = 0; at < 13; at += 1) await imageBytes("one", `image ${at}`, free, read);
  };
  await all();
  // Thirteen of them have more than 64 MiB, so that the first one is gone.
  await imageBytes("one", "image 12", free, read);
  expect(seen.reads).toBe(13);
  await imageBytes("one", "image 0", free, read);
  expect(seen.reads).toBe(14);
});

test("who waits in a long line is told to come again", async () => {
  const { read } = reader(1);
  const asked = await Promise.allSettled(
    Array.from({ length: 300 }, (_, at) => imageBytes("one", `image ${at}`, free, read)),
  );
  const refused = asked.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(99);
  expect(refused[0]).toMatchObject({ reason: { code: "unavailable" } });
});

test("only what has to be read is counted, and whoever reads too many is refused", async () => {
  const { seen, read } = reader(1);
  const count = vi.fn(free);
  await imageBytes("one", "image", count, read);
  await imageBytes("one", "image", count, read);
  expect(count).toHaveBeenCalledTimes(1);
  await expect(imageBytes("one", "other", () => Promise.reject(new Error("no more")), read)).rejects.toThrow(
    "no more",
  );
  expect(seen.reads).toBe(1);
});

test("an image that is gone is none, and a failed reading is not kept", async () => {
  await expect(imageBytes("one", "image", free, async () => undefined)).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(imageBytes("one", "image", free, () => Promise.reject(new Error("broken")))).rejects.toThrow(
    "broken",
  );
  expect(await imageBytes("one", "image", free, async () => Buffer.from("a"))).toEqual(Buffer.from("a"));
});
