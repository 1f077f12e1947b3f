import { and, eq, type SQL, sql } from "drizzle-orm";
import { sortText } from "@/db/schema/columns";
import { mocks } from "@/db/schema/mocks";

/** Sorts behind every text that begins in the same way. */
const last = sql`chr(1114111)`;

/** Mocks in a folder and in those below it; for an empty text, mocks that are in none. */
export function inFolder(folder: string): SQL | undefined {
  if (folder === "") return eq(mocks.folder, "");
  const key = sortText(sql`${folder}::text`);
  return and(
    // These two are for the index, which knows beginnings only.
    sql`${sortText(mocks.folder)} >= ${key} and ${sortText(mocks.folder)} <= ${key} || ${last}`,
    sql`(lower(${mocks.folder}) = lower(${folder}) or starts_with(lower(${mocks.folder}), lower(${folder}) || '/'))`,
  );
}
