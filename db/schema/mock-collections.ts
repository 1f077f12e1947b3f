import {
  bigint,
  boolean,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { sortText, timestamps } from "./columns";
import { projects } from "./projects";

type Item = Record<string, unknown>;

/** A small REST resource on a project's host that keeps what is written to it. */
export const mockCollections = pgTable(
  "mock_collections",
  {
    id: uuid("id").primaryKey(),
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** Where it is served, without a trailing slash: `/shop/customers`. */
    path: text("path").notNull(),
    /** The field of an item that identifies it. */
    idField: text("id_field").notNull(),
    /** What a reset brings back. `json`, not `jsonb`: the order of fields is kept. */
    seed: json("seed").$type<Item[]>().notNull(),
    enabled: boolean("enabled").notNull(),
    /** Of the items that are there now. Locking this row orders the changes of a collection. */
    itemCount: integer("item_count").notNull(),
    itemBytes: integer("item_bytes").notNull(),
    /** Place of the newest item ever made, and the largest number that was given as an id; -1 once one was a text. */
    lastPosition: bigint("last_position", { mode: "number" }).notNull(),
    lastNumber: bigint("last_number", { mode: "number" }).notNull(),
    ...timestamps,
  },
  (table) => [
    unique().on(table.projectId, table.path),
    index().on(table.projectId, table.createdAt, table.id),
    index("mock_collections_by_name").on(table.projectId, sortText(table.name), table.id),
  ],
);

export const mockItems = pgTable(
  "mock_items",
  {
    collectionId: uuid("collection_id")
      .notNull()
      .references(() => mockCollections.id, { onDelete: "cascade" }),
    /** The value of the id field, as a text. */
    id: text("id").notNull(),
    /** Items are listed in the order in which they were made. */
    position: bigint("position", { mode: "number" }).notNull(),
    data: json("data").$type<Item>().notNull(),
    /** All texts and numbers in it, in lower case, because finding them in the data takes ten times as long. */
    searchText: text("search_text").notNull(),
    bytes: integer("bytes").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.id] }),
    index().on(table.collectionId, table.position),
  ],
);
