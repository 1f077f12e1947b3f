import { and, or, type SQL, sql } from "drizzle-orm";
import { records } from "@/db/schema/flags";
import type { MetadataCondition } from "./many/metadata-filter";

/** Records whose metadata has all of these values. */
export const withMetadata = (conditions: readonly MetadataCondition[]): SQL | undefined =>
  and(...conditions.map(hasValue));

function hasValue({ keys, value }: MetadataCondition): SQL | undefined {
  const path = sql`array[${sql.join(
    keys.map((key) => sql`${key}`),
    sql`, `,
  )}]::text[]`;
  const has = sql`${records.metadata} #>> ${path} = ${value}`;
  // As a text, JSON's null is none.
  return value === "null" ? or(has, sql`(${records.metadata} #> ${path})::text = 'null'`) : has;
}
