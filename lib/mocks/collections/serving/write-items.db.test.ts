import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertCrew } from "@/lib/auth/fixtures/caller";
import { handleCreateMockCollection } from "../create-collection";
import { handleDeleteMockCollection } from "../delete-collection";
import { handleGetMockCollection } from "../get-collection";
import { handleResetMockCollection } from "../reset-collection";
import { addItem, patchItem, removeItem, replaceItem } from "./write-items";

vi.stubEnv("QUOTAS", "collections=3,collectionItems=6,collectionBytes=300");

let close: () => Promise<void>;
let crew: Awaited<ReturnType<typeof insertCrew>>;
let first: Place;
let second: Place;
type Place = Parameters<typeof addItem>[0];

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  crew = await insertCrew();
  first = await make("/first");
  second = await make("/second");
});

async function make(path: string, seed: Record<string, unknown>[] = []): Promise<Place> {
  const projectId = crew.project.id;
  const made = await crew.admin.call(handleCreateMockCollection, { projectId, name: "C", path, seed });
  return { projectId, collection: made as Place["collection"] };
}
const place = ({ projectId, collection }: Place) => ({ projectId, collectionId: collection.id });
const countsOf = async (each: Place): Promise<number[]> => {
  const made = await crew.admin.call(handleGetMockCollection, place(each));
  const { itemCount, itemBytes } = made as { itemCount: number; itemBytes: number };
  return [itemCount, itemBytes];
};
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code?: string }) => error.code,
  );

describe("the quotas of items", () => {
  test("hold exactly when several collections are written to at once", async () => {
    const all = Array.from({ length: 10 }, (_, n) => codeOf(addItem(n % 2 ? first : second, { n })));
    const codes = await Promise.all(all);
    expect(codes.filter((code) => code === "done")).toHaveLength(6);
    expect(codes.filter((code) => code === "quota_exceeded")).toHaveLength(4);
    const [[inFirst = 0], [inSecond = 0]] = await Promise.all([countsOf(first), countsOf(second)]);
    expect(inFirst + inSecond).toBe(6);
    expect(await codeOf(removeItem(first, "1"))).toBe("done");
    expect(await codeOf(addItem(second, {}))).toBe("done");
  });

  test("are about bytes too, whichever way an item grows", async () => {
    const filler = "x".repeat(130);
    await addItem(first, { a: filler });
    await addItem(second, {});
    expect(await codeOf(addItem(first, { a: filler.repeat(2) }))).toBe("quota_exceeded");
    expect(await codeOf(replaceItem(second, "1", { a: filler.repeat(2) }))).toBe("quota_exceeded");
    expect(await codeOf(patchItem(second, "1", { a: filler.repeat(2) }))).toBe("quota_exceeded");
    expect(await codeOf(patchItem(second, "1", { a: filler }))).toBe("done");
    expect(await codeOf(addItem(first, { a: filler }))).toBe("quota_exceeded");
    expect(await codeOf(patchItem(first, "1", { a: null }))).toBe("done");
    expect(await countsOf(first)).toEqual([1, 8]);
  });

  test("leave everything as it was where a seed does not fit", async () => {
    const seed = Array.from({ length: 4 }, () => ({}));
    const third = await make("/third", seed);
    await addItem(first, {});
    await removeItem(third, "1");
    await addItem(first, {});
    await addItem(first, {});
    expect(await codeOf(crew.admin.call(handleResetMockCollection, place(third)))).toBe("quota_exceeded");
    expect(await countsOf(third)).toEqual([3, 24]);
    await removeItem(first, "3");
    expect(await codeOf(crew.admin.call(handleResetMockCollection, place(third)))).toBe("done");
    expect(await codeOf(make("/fourth"))).toBe("quota_exceeded");
    await crew.admin.call(handleDeleteMockCollection, place(first));
    expect(await codeOf(make("/fourth", seed))).toBe("quota_exceeded");
    expect(await codeOf(make("/fourth"))).toBe("done");
  });
});

test("a collection that is gone takes nothing, even from who still knows it", async () => {
  await crew.admin.call(handleDeleteMockCollection, place(first));
  expect(await codeOf(addItem(first, {}))).toBe("not_found");
});
