import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { mockItems } from "@/db/schema/mock-collections";
import { insertCrew } from "@/lib/auth/fixtures/caller";
import { AppError } from "@/lib/operations/errors";
import type { AnyImplementation } from "@/lib/operations/implement";
import { versionTag } from "@/lib/operations/operation";
import { handleCreateMockCollection } from "./create-collection";
import { handleGetMockCollection } from "./get-collection";
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

type Shown = { idField: string; seed: Record<string, unknown>[]; itemCount: number; updatedAt: string };

const now = async () => (await crew.admin.call(handleGetMockCollection, place)) as unknown as Shown;
const itemIds = async () => {
  const { id, collectionId, position } = mockItems;
  const own = eq(collectionId, place.collectionId);
  const rows = await db().select({ id }).from(mockItems).where(own).orderBy(position);
  return rows.map((row) => row.id);
};
const change = (fields: Record<string, unknown>) =>
  crew.admin.run(handleUpdateMockCollection, { ...place, ...fields });

/** Carries an operation out while somebody else changes the collection, after it was read and before it is written. */
function meanwhile(
  { run }: AnyImplementation,
  fields: Record<string, unknown>,
  others: () => Promise<unknown>,
  ifMatch?: string,
): Promise<unknown> {
  const ctx = crew.admin.ctx();
  if (ifMatch !== undefined) ctx.headers.set("if-match", ifMatch);
  const reading = async () => {
    await others();
    return fields;
  };
  return run(ctx, { ...place, fields: reading } as never);
}

describe("what somebody else changed meanwhile counts", () => {
  test("a reset brings back their seed", async () => {
    const answer = await meanwhile(handleResetMockCollection, {}, () => change({ seed: newer }));
    expect(answer).toMatchObject({ seed: newer, itemCount: 2 });
    expect(await itemIds()).toEqual(["7", "8"]);
  });

  test("a reset tells items apart by their field", async () => {
    const answer = await meanwhile(handleResetMockCollection, {}, () => change({ idField: "key" }));
    expect(answer).toMatchObject({ idField: "key", itemCount: 2 });
    expect(await itemIds()).toEqual(["a", "b"]);
  });

  test("a new id field takes their seed, and gives ids to it", async () => {
    await meanwhile(handleUpdateMockCollection, { idField: "key" }, () => change({ seed: newer }));
    const { seed: stored } = await now();
    expect(stored).toEqual([newer[0], { id: 8, key: expect.any(String) }]);
    expect(await itemIds()).toEqual(stored.map(({ key }) => key));
  });

  test("a new seed gets ids by their field, so that it can be brought back", async () => {
    await meanwhile(handleUpdateMockCollection, { seed: newer }, () => change({ idField: "key" }));
    expect(await now()).toMatchObject({ idField: "key", itemCount: 2 });
    await crew.admin.call(handleResetMockCollection, place);
    expect(await itemIds()).toEqual(["c", expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  test("for If-Match as well", async () => {
    const tag = versionTag((await now()).updatedAt);
    const refused = await meanwhile(
      handleUpdateMockCollection,
      { idField: "key" },
      () => change({ seed: newer }),
      tag,
    ).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ code: "changed" });
    expect(await now()).toMatchObject({ idField: "id", seed: newer });
    expect(await itemIds()).toEqual(["1", "2"]);
  });
});
