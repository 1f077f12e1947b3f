import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { flags, records } from "@/db/schema/flags";
import { mocks } from "@/db/schema/mocks";
import { projects } from "@/db/schema/projects";
import { releases } from "@/db/schema/releases";
import { webhooks } from "@/db/schema/webhooks";
import { withDatabase } from "./page-bounds";

const tables = { projects, mocks, webhooks, flags, records, releases };

/** Columns of each copy. */
export const copied = {
  uuid: sql`gen_random_uuid()`,
  ksuid: sql`substr(md5(random()::text || i), 1, 27)`,
  /** `Mock 1`, `Mock 2` and so on; with leading zeros, if there are digits. */
  numbered: (prefix: string, digits = 0) =>
    digits > 0 ? sql`${prefix}::text || lpad(i::text, ${digits}::int, '0')` : sql`${prefix}::text || i::text`,
};

/**
 * Fills a list with copies of a row, numbered from 1 and each a millisecond newer, in one statement: a list's page
 * holds 50 rows, and creating as many by the API takes seconds. Copies are made before their page is opened, because
 * no open page is told.
 */
export async function makeCopies(
  table: keyof typeof tables,
  { id }: { id: string },
  count: number,
  columns: Record<string, SQL>,
): Promise<void> {
  const moment = sql`"created_at" + i * interval '1 millisecond'`;
  const changed: Record<string, SQL> = { created_at: moment, updated_at: moment, ...columns };
  const names = Object.values(getTableColumns(tables[table])).flatMap((column) =>
    column.generated === undefined ? [column.name] : [],
  );
  const list = (items: SQL[]) => sql.join(items, sql`, `);
  await withDatabase(async (db) => {
    await db.execute(sql`
      insert into ${sql.identifier(table)} (${list(names.map((name) => sql`${sql.identifier(name)}`))})
      select ${list(names.map((name) => changed[name] ?? sql`source.${sql.identifier(name)}`))}
      from ${sql.identifier(table)} as source cross join generate_series(1, ${count}::int) as i
      where source.id::text = ${id}`);
  });
}
