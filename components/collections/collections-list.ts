import { defineList, type RowOf } from "@/components/ui/list-definition";
import { listMockCollectionItems, listMockCollections } from "@/lib/mocks/collections/contract";

export const collectionsList = defineList({
  op: listMockCollections,
  label: "Collections",
  noun: ["collection", "collections"],
  placeholder: "Filter by name or path",
  // Seeds are long, and nothing of them is shown here.
  fields: ["id", "projectId", "name", "path", "enabled", "itemCount", "itemBytes", "url", "updatedAt"],
  sort: "-createdAt",
  filters: { enabled: { label: "On and off", options: { true: "On", false: "Off" } } },
});

export type CollectionSummary = RowOf<typeof collectionsList>;

export const itemsList = defineList({
  op: listMockCollectionItems,
  label: "Items",
  noun: ["item", "items"],
  placeholder: "Filter by any value",
  sort: "position",
  orders: { position: "Oldest first", "-position": "Newest first" },
  rows: 25,
});

export type ItemRow = RowOf<typeof itemsList>;
