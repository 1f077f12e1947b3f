import { example, exampleTimes, type Reference, success, undoable } from "@/lib/operations/reference";
import type * as contract from "./contract";

const seed = [
  { id: 1, name: "Ada", city: "London" },
  { id: 2, name: "Grace", city: "New York" },
];

const collection = {
  id: example.collectionId,
  projectId: example.projectId,
  name: "Customers",
  path: "/customers",
  idField: "id",
  seed,
  enabled: true,
  itemCount: 2,
  itemBytes: 80,
  url: `http://${example.host}/api/mock/customers`,
  ...exampleTimes,
};

export const collectionReference: Reference<typeof contract> = {
  listMockCollections: {
    description:
      "Newest first. Collections themselves answer anybody at their `url`; `fields` leaves out the seeds, which can be long.",
    answer: [collection],
  },
  createMockCollection: {
    description:
      "From the next request on `url` lists the items (filters such as `?city=London`, `_gte`, `_like` and `q`, which together look for 100 characters at most; `_sort`, `_page` with `_limit`), and takes `POST`; `url/:id` takes `GET`, `PUT`, `PATCH` and `DELETE`. It begins with the items of `seed`, up to 1,000 of 64 KiB each; those without an id are given one. `path` has no placeholders and is unique in the project (409). Where a mock matches a request too, the mock answers.",
    body: { name: "Customers", path: "/customers", seed },
    answer: collection,
  },
  getMockCollection: {
    description: "Without its items, but with how many there are. 404 for a collection of another project.",
    answer: collection,
  },
  updateMockCollection: {
    description:
      "Absent fields keep their value. A new `seed` changes no items until the collection is reset; a new `idField` resets it, because items are told apart by that field. 409 when another collection has the path.",
    body: { enabled: false },
    answer: { ...collection, enabled: false, updatedAt: "2026-03-03T14:02:11.480Z" },
  },
  resetMockCollection: {
    description:
      "Deletes all items and brings those of the seed back. For good: items are not kept anywhere.",
    answer: collection,
  },
  deleteMockCollection: {
    description: `${undoable} Its items go with it, and come back with it.`,
    answer: success,
  },
  listMockCollectionItems: {
    description:
      "In the order in which they were made, with their sizes; for looking at, while programs ask the collection's `url`.",
    answer: [{ id: "1", position: 1, bytes: 38, data: { id: 1, name: "Ada", city: "London" } }],
  },
};
