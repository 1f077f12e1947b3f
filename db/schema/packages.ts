import { pgTable, text } from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns";

/** Archives of the SDK and the command line that this instance has served. Lock files name them and their digests. */
export const packages = pgTable("packages", {
  /** Such as `sdk-0.1.0-g3f2a9c1b.tgz`. */
  file: text("file").primaryKey(),
  content: bytea("content").notNull(),
  createdAt: instant("created_at").notNull(),
});
