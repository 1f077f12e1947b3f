import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Db } from "@/db/client";
import { db } from "@/db/database";
import { deletions } from "@/db/schema/deletions";
import { type Ctx, transaction } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { noteBefore } from "@/lib/operations/trail";
import { type DeletionKind, undoableMs } from "./contract";
import type { Kind, Part, Place } from "./kind";
import { kinds } from "./kinds";
import { pruneDeletions } from "./prune-deletions";

/**
 * Deletes a thing with everything that belongs to it, and keeps the rows for a while so that it can be put back. The
 * rows never leave the database.
 * @param shown the thing as the API shows it, for the audit trail
 * @throws {AppError} `not_found`
 */
export async function deleteUndoably(
  ctx: Ctx,
  kind: DeletionKind,
  place: Place,
  shown: object,
): Promise<void> {
  noteBefore(ctx, shown);
  const { label, name, parts } = kinds[kind];
  const [own] = parts;
  await transaction(ctx, async ({ db }) => {
    // Anybody who adds something to it waits for this lock, and then finds it gone.
    const [held] = await db
      .select({ name: sql<string>`${name}` })
      .from(own.table)
      .where(own.of(place))
      .for("update");
    if (!held) throw notFound(label);
    if (!(await isKept(db, kinds[kind], place))) {
      await db.delete(own.table).where(own.of(place));
      return;
    }
    const id = uuidv7();
    const deletedAt = ctx.now();
    await db.insert(deletions).values({
      ...{ id, kind, ...place, name: held.name, deletedAt },
      deletedBy: deleterOf(ctx),
      undoableUntil: new Date(deletedAt.getTime() + undoableMs),
    });
    // Children first, because rows that a cascade deletes could not be kept.
    for (const part of parts.toReversed()) await db.execute(moved(part, place, id));
  });
  // Prunes here too, so that expired rows do not pile up where much is deleted.
  ctx.after(() => ctx.background(() => pruneDeletions(db(), ctx.now())));
}

/** The person or API key that deletes. */
export function deleterOf({ actor }: Ctx): string {
  if (actor.kind === "user") return actor.user.id;
  return actor.kind === "key" ? actor.key.id : "";
}

/**
 * Limits in rows and bytes up to which a deletion is kept. Beyond them, keeping and restoring would take many
 * seconds.
 */
export const rowsMax = 20_000;
const bytesMax = 64 * 1024 * 1024;

async function isKept(db: Db, { parts }: Kind, place: Place): Promise<boolean> {
  let [rows, bytes] = [0, 0];
  for (const { table, of, bytes: size } of parts.slice(1)) {
    const [sum] = await db
      .select({
        rows: sql<number>`count(*)::int`,
        bytes: sql<number>`coalesce(sum(${size ?? sql`0`}), 0)::float8`,
      })
      .from(table)
      .where(of(place));
    rows += sum?.rows ?? 0;
    bytes += sum?.bytes ?? 0;
    if (rows > rowsMax || bytes > bytesMax) return false;
  }
  return true;
}

/** How many rows are kept as one: each by itself would cost an index entry and a check of its foreign key. */
const together = 500;

/** Moves the rows of one part to the kept rows. */
function moved({ table, of, content }: Part, place: Place, deletionId: string): SQL {
  const gone = sql`with gone as (delete from ${table} where ${of(place)} returning *)
    insert into deleted_rows (deletion_id, table_name, position, rows, content)`;
  const ids = sql`${deletionId}::uuid, ${getTableName(table)}`;
  if (!content) {
    return sql`${gone} select ${ids}, position, json_agg("row"), null
      from (select row_number() over () / ${together} as position, to_json(gone) "row" from gone) numbered
      group by position`;
  }
  const others = Object.values(getTableColumns(table)).filter(({ name }) => name !== content.name);
  const rest = sql.join(
    others.map(({ name }) => sql`gone.${sql.identifier(name)}`),
    sql`, `,
  );
  return sql`${gone} select ${ids}, row_number() over (), json_build_array(to_json("row")),
    gone.${sql.identifier(content.name)} from gone, lateral (select ${rest}) "row"`;
}
