import { expect, test } from "vitest";
import {
  type ExportAsked,
  type ExportProgress,
  exportParts,
  firstPart,
} from "@/components/mocks/export-file";
import { exportLimits } from "@/lib/mocks/export/contract";
import { ApiError } from "@/lib/operations/client";

const { bytesMax, mocksMax } = exportLimits.fieldkit;
const tooMuch = () => new ApiError("too much", 413, "payload_too_large", []);

/** A service with mocks of these sizes, in bytes. The cursor is the number of those before. */
function service(sizes: readonly number[]) {
  const asked: number[] = [];
  const read = async (_: unknown, input: ExportAsked) => {
    const limit = Number(input.limit);
    const cursor = String(input.cursor ?? 0);
    asked.push(limit);
    const chosen = sizes.slice(Number(cursor), Number(cursor) + limit);
    const bytes = chosen.reduce((sum, size) => sum + size, 0);
    if (chosen.length > mocksMax || bytes > bytesMax) throw tooMuch();
    const end = Number(cursor) + chosen.length;
    const content = { size: bytes } as Blob;
    return { name: "shop.fieldkit.json", content, next: end < sizes.length ? String(end) : undefined };
  };
  return { asked, read };
}

async function partsOf(sizes: readonly number[], from: ExportProgress = firstPart("fieldkit")) {
  const { asked, read } = service(sizes);
  const names: string[] = [];
  let at: ExportProgress | undefined = from;
  const failure = await exportParts({
    ...{ asked: { projectId: "p" }, from, signal: new AbortController().signal, read },
    onPart: ({ name }, next) => {
      names.push(name);
      at = next;
    },
  }).catch((error: unknown) => error);
  return { asked, names, at, failure };
}

const many = (count: number, size: number) => Array.from({ length: count }, () => size);
const MiB = 1024 * 1024;

test("many small mocks are parts of as many as a file may have", async () => {
  const { names, asked, at } = await partsOf(many(10_000, 500));
  expect(names).toEqual(["shop.part-1.fieldkit.json", "shop.part-2.fieldkit.json"]);
  expect(asked).toEqual([5_000, 5_000]);
  expect(at).toBeUndefined();
});

test("large mocks are parts of fewer, and later ones of what the last had room for", async () => {
  const { names, asked } = await partsOf(many(300, 256 * 1024));
  // 18 of 20 that a file would have room for.
  expect(asked.slice(0, 10)).toEqual([5_000, 2_500, 1_250, 625, 312, 156, 78, 39, 19, 18]);
  expect(names).toHaveLength(17);
});

test("after large mocks, files have many small ones again", async () => {
  const { names } = await partsOf([...many(4, 4 * MiB), ...many(5_000, 100)]);
  expect(names.length).toBeLessThan(10);
});

test("a mock that is too large by itself ends it, with what was made before", async () => {
  const { names, at, failure } = await partsOf([...many(3, 4 * MiB), 6 * MiB, 100]);
  expect(names).toHaveLength(3);
  expect(at?.cursor).toBe("3");
  expect(failure).toMatchObject({ status: 413 });
});

test("it goes on from where it was", async () => {
  const { names } = await partsOf(many(10_000, 500), { parts: 1, limit: 5_000, cursor: "5000" });
  expect(names).toEqual(["shop.part-2.fieldkit.json"]);
});

test("nothing more is read once it has ended", async () => {
  const ending = new AbortController();
  const { asked, read } = service(many(10_000, 500));
  await exportParts({
    ...{ asked: { projectId: "p" }, from: firstPart("fieldkit"), signal: ending.signal, read },
    onPart: () => ending.abort(),
  });
  expect(asked).toEqual([5_000]);
});
