import { and, asc, desc, eq, getTableColumns, getTableName, gt, is, SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { deletedRows, deletions } from "@/db/schema/deletions";
import { violatedConstraint } from "@/db/unique-violation";
import { type Ctx, inTransaction } from "@/lib/operations/context";
import { notFound, taken } from "@/lib/operations/errors";
import { type Addition, withinQuotas } from "@/lib/operations/quota";
import { noteTrail } from "@/lib/operations/trail";
import { quotas, type StockName } from "@/lib/platform/quotas/quotas";
import type { DeletionKind } from "./contract";
import { deleterOf } from "./delete-undoably";
import type { Part, Place } from "./kind";
import { kinds } from "./kinds";

type DeletionRow = typeof deletions.$inferSelect;

/**
 * Restores a deleted object with everything that belonged to it. The caller holds the project, so that limits and
 * conflicts stay as they are checked.
 * @param settle runs at the end of the same transaction and applies the rules for creating the object. The person who
 * deleted it needs no confirmation.
 * @throws {AppError} `not_found` when it wasn't deleted or its time is over, `conflict` when something is in its way,
 * `quota_exceeded`
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
    await inTransaction(ctx, async (inner) => {
      const { id, name, counted, deletedBy } = await lockDeletion(inner, kind, place);
      noteTrail(inner, { subject: { name } });
      await withinQuotas(inner, counted.flatMap(asAddition), async ({ db }) => {
        for (const part of parts) await putBack(db, part, id);
        await db.delete(deletions).where(eq(deletions.id, id));
      });
      const isConfirmed = inner.isConfirmed || deletedBy === deleterOf(inner);
      await settle({ ...inner, isConfirmed }, place);
    });
  } catch (error) {
    const obstacle = obstacles[violatedConstraint(error) ?? ""];
    throw obstacle ? taken(obstacle.path, obstacle.message) : error;
  }
}

/** Quotas that this version doesn't know count nothing. */
const asAddition = ({ name, ...rest }: DeletionRow["counted"][number]): Addition[] =>
  name in quotas ? [{ name: name as StockName, ...rest }] : [];

/** A UUID means the same in any letter case, but a deletion keeps ids of all kinds as text. */
const asKept = (table: PgTable, id: string) =>
  getTableColumns(table).id?.getSQLType() === "uuid" ? id.toLowerCase() : id;

/** The newest deletion of the thing. If two requests restore it at the same time, the second one finds none. */
async function lockDeletion(
  { db, now }: Ctx,
  kind: DeletionKind,
  { projectId, itemId }: Place,
): Promise<DeletionRow> {
  const [deletion] = await db
    .select()
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
