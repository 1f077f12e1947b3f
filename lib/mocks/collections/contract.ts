import { z } from "zod";
import { anyKeys, anyObjects, Name, Success, Switch, Timestamp } from "@/lib/operations/fields";
import { listQuery, Truth } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";
import { itemBytesMax, seedBytesMax, seedItemsMax } from "./limits";
import { normalizeCollectionPath } from "./path";

const Path = z.string({ error: "must be a text" }).transform((raw, context) => {
  const normalized = normalizeCollectionPath(raw);
  if ("problem" in normalized) {
    context.issues.push({ code: "custom", message: normalized.problem, input: raw });
    return z.NEVER;
  }
  return normalized.path;
});

const IdField = z
  .string({ error: "must be a text" })
  .regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/, {
    error: "must be a plain name of at most 64 letters, digits, underscores or dashes",
  })
  .refine((name) => name !== "__proto__", { error: "must be another name" });

const Item = z.record(z.string(), z.unknown(), { error: "must be an object" });
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).byteLength;

const Seed = z
  .array(
    Item.refine((item) => bytesOf(item) <= itemBytesMax, {
      error: `must have at most ${itemBytesMax} bytes as JSON`,
    }),
    { error: "must be an array of objects" },
  )
  .max(seedItemsMax, { error: `must have at most ${seedItemsMax} items` })
  .refine((items) => bytesOf(items) <= seedBytesMax, {
    error: `must have at most ${seedBytesMax} bytes as JSON`,
  });

export const MockCollection = z
  .object({
    id: z.guid(),
    projectId: z.guid(),
    name: z.string(),
    path: z.string().meta({ description: "below the project's `mockBaseUrl`" }),
    idField: z.string().meta({ description: "the field of an item that identifies it" }),
    seed: anyObjects("what a reset brings back; each with its id"),
    enabled: z.boolean(),
    itemCount: z.int().meta({ description: "items that are there now" }),
    itemBytes: z.int().meta({ description: "of these items as JSON" }),
    url: z.string().meta({ description: "where it answers" }),
    createdAt: Timestamp,
    updatedAt: Timestamp.meta({ description: "of its settings; items change without it" }),
  })
  .meta({ id: "MockCollection" });

export const CollectionItem = z
  .object({
    id: z.string().meta({ description: "the value of the id field, as a text" }),
    position: z.int().meta({ description: "items are listed in the order in which they were made" }),
    bytes: z.int(),
    data: anyKeys(z.unknown(), "the item as it is served"),
  })
  .meta({ id: "MockCollectionItem" });

const tag = "Mocks";
const collections = "/api/projects/:projectId/mock-collections";
const one = `${collections}/:collectionId` as const;

export const listMockCollections = operation({
  id: "listMockCollections",
  method: "GET",
  path: collections,
  tag,
  summary: "List the collections of a project",
  access: "project",
  query: z.object({
    ...listQuery(MockCollection, {
      sorts: ["createdAt", "updatedAt", "name", "path", "itemCount"],
      searched: "name and path",
    }),
    enabled: Truth.optional(),
  }),
  output: z.array(MockCollection),
  list: true,
});
export const createMockCollection = operation({
  id: "createMockCollection",
  method: "POST",
  path: collections,
  tag,
  summary: "Create a collection",
  access: "project",
  body: z.object({
    name: Name,
    path: Path,
    idField: IdField.default("id"),
    seed: Seed.default([]),
    enabled: Switch.default(true),
  }),
  status: 201,
  output: MockCollection,
  errors: ["conflict"],
});
export const getMockCollection = operation({
  id: "getMockCollection",
  method: "GET",
  path: one,
  tag,
  summary: "Get a collection",
  access: "project",
  output: MockCollection,
  versioned: true,
});
export const updateMockCollection = operation({
  id: "updateMockCollection",
  method: "PUT",
  path: one,
  tag,
  summary: "Change a collection",
  access: "project",
  body: z.object({
    name: Name.optional(),
    path: Path.optional(),
    idField: IdField.optional(),
    seed: Seed.optional(),
    enabled: Switch.optional(),
  }),
  output: MockCollection,
  versioned: true,
  errors: ["conflict"],
});
export const resetMockCollection = operation({
  id: "resetMockCollection",
  method: "POST",
  path: `${one}/reset`,
  tag,
  summary: "Replace a collection's items by its seed",
  access: "project",
  // Tests do so before each run.
  trail: false,
  output: MockCollection,
  errors: ["conflict"],
});
export const deleteMockCollection = operation({
  id: "deleteMockCollection",
  method: "DELETE",
  path: one,
  tag,
  summary: "Delete a collection with its items",
  access: "project",
  output: Success,
});
export const listMockCollectionItems = operation({
  id: "listMockCollectionItems",
  method: "GET",
  path: `${one}/items`,
  tag,
  summary: "List the items of a collection",
  access: "project",
  query: z.object(
    listQuery(CollectionItem, {
      sorts: ["position", "id", "bytes"],
      sortedBy: "position",
      searched: "the values of its fields",
    }),
  ),
  output: z.array(CollectionItem),
  list: true,
});
