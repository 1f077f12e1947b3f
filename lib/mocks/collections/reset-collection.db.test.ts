import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { mockItems } from "@/db/schema/mock-collections";
import { insertCrew } from "@/lib/auth/fixtures/caller";
import { handleCreateMockCollection } from "./create-collection";
import { handleResetMockCollection } from "./reset-collection";
import { handleUpdateMockCollection } from "./update-collection";

let close: () => Promise<void>;
let crew: Awaited<ReturnType<typeof insertCrew>>;
let place: { projectId: string; collectionId: string };

const seed = [
  { id: 1, key: "a" },
  { id: 2, key: "b" },
];
const newer = [{ id: 7, key: "c" }, { id: 8 }];

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  crew = await insertCrew();
  const projectId = crew.project.id;
  const made = await crew.admin.call(handleCreateMockCollection, { projectId, name: "C", path: "/c", seed });
  place = { projectId, collectionId: (made as { id: string }).id };
});

const itemIds = async () => {
  const { id, collectionId, position } = mockItems;
  const own = eq(collectionId, place.collectionId);
  const rows = await db().select({ id }).from(mockItems).where(own).orderBy(position);
  return rows.map((row) => row.id);
};
const change = (fields: Record<string, unknown>) =>
  crew.admin.run(handleUpdateMockCollection, { ...place, ...fields });

/** Resets the collection while somebody else changes it, after it was read and before it is written. */
function resetWhile(others: () => Promise<unknown>): Promise<unknown> {
  const fields = async () => {
    await others();
    return {};
  };
  return handleResetMockCollection.run(crew.admin.ctx(), { ...place, fields } as never);
}

describe("what somebody else changed meanwhile counts", () => {
  test("a reset brings back their seed", async () => {
    const answer = await resetWhile(() => change({ seed: newer }));
    expect(answer).toMatchObject({ seed: newer, itemCount: 2 });
    expect(await itemIds()).toEqual(["7", "8"]);
  });

  test("a reset tells items apart by their field", async () => {
    const answer = await resetWhile(() => change({ idField: "key" }));
    expect(answer).toMatchObject({ idField: "key", itemCount: 2 });
    expect(await itemIds()).toEqual(["a", "b"]);
  });
});
