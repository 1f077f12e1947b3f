import { and, asc, desc, eq, getTableColumns, getTableName, gt, is, SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { deletedRows, deletions } from "@/db/schema/deletions";
import { violatedConstraint } from "@/db/unique-violation";
import { type Ctx, transaction } from "@/lib/operations/context";
import { notFound, taken } from "@/lib/operations/errors";
import { noteTrail } from "@/lib/operations/trail";
import type { DeletionKind } from "./contract";
import type { Part, Place } from "./kind";
import { kinds } from "./kinds";

/**
 * Puts a deleted thing back, with everything that belonged to it.
 * @param settle runs at the end of the same transaction
 * @throws {AppError} `not_found` when it was not deleted or its time is over, `conflict` when something is in its way
 */
export async function restoreRows(
  ctx: Ctx,
  kind: DeletionKind,
  given: Place,
  settle: (inner: Ctx, place: Place) => Promise<void>,
): Promise<void> {
  const { parts, obstacles } = kinds[kind];
  const place = { ...given, itemId: asKept(parts[0].table, given.itemId) };
  try {
    await transaction(ctx, async (inner) => {
      const { id, name } = await lockDeletion(inner, kind, place);
      noteTrail(inner, { subject: { name } });
      for (const part of parts) await putBack(inner.db, part, id);
      await inner.db.delete(deletions).where(eq(deletions.id, id));
      await settle(inner, place);
    });
  } catch (error) {
    const obstacle = obstacles[violatedConstraint(error) ?? ""];
    throw obstacle ? taken(obstacle.path, obstacle.message) : error;
  }
}

/** A UUID means the same in any letter case, but a deletion keeps ids of all kinds as text. */
const asKept = (table: PgTable, id: string) =>
  getTableColumns(table).id?.getSQLType() === "uuid" ? id.toLowerCase() : id;

/** The newest deletion of the thing. If two requests restore it at once, the second one finds none. */
async function lockDeletion(
  { db, now }: Ctx,
  kind: DeletionKind,
  { projectId, itemId }: Place,
): Promise<{ id: string; name: string }> {
  const [deletion] = await db
    .select({ id: deletions.id, name: deletions.name })
    .from(deletions)
    .where(
      and(
        eq(deletions.projectId, projectId),
        eq(deletions.kind, kind),
        eq(deletions.itemId, itemId),
        gt(deletions.undoableUntil, now()),
      ),
    )
    .orderBy(desc(deletions.deletedAt), desc(deletions.id))
    .limit(1)
    .for("update");
  if (!deletion) throw notFound("Deletion");
  return deletion;
}

/** A row that was deleted before an upgrade lacks the columns that came with it. */
function keptValue(column: PgColumn): SQL {
  const kept = sql`"row".${sql.identifier(column.name)}`;
  if (!column.notNull || column.default === undefined) return kept;
  const standard = is(column.default, SQL) ? column.default : sql.param(column.default, column);
  return sql`coalesce(${kept}, ${standard})`;
}

/** A few hundred rows per statement, because the embedded database does nothing else meanwhile. */
async function putBack(db: Db, { table, needs, content }: Part, deletionId: string): Promise<void> {
  const stored = Object.values(getTableColumns(table)).filter(({ generated }) => !generated);
  const names = stored.map(({ name }) => name);
  const columns = names.map((name) => sql.identifier(name));
  const values = stored.map((column) =>
    column.name === content?.name ? sql`kept.content` : keptValue(column),
  );
  const { deletionId: of, tableName, position } = deletedRows;
  const isOfPart = and(eq(of, deletionId), eq(tableName, getTableName(table)));
  const kept = await db.select({ position }).from(deletedRows).where(isOfPart).orderBy(asc(position));
  for (const { position: at } of kept) {
    await db.execute(sql`
      insert into ${table} (${sql.join(columns, sql`, `)})
      select ${sql.join(values, sql`, `)}
      from deleted_rows kept, json_populate_recordset(null::${table}, kept.rows) "row"
      where kept.deletion_id = ${deletionId} and kept.table_name = ${getTableName(table)} and kept.position = ${at}
      ${needs ? sql`and ${needs}` : sql``}`);
  }
}
