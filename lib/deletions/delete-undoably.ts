import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { db } from "@/db/database";
import { deletions } from "@/db/schema/deletions";
import { type Ctx, transaction } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { noteBefore } from "@/lib/operations/trail";
import { type DeletionKind, undoableMs } from "./contract";
import type { Part, Place } from "./kind";
import { kinds } from "./kinds";
import { lockAndCount } from "./lock-and-count";
import { pruneDeletions } from "./prune-deletions";

/**
 * Deletes a thing with everything that belongs to it, and keeps the rows for a while so that it can be restored. The
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
  const { label, parts } = kinds[kind];
  const [own] = parts;
  await transaction(ctx, async ({ db }) => {
    const held = await lockAndCount(db, kinds[kind], place);
    if (!held) throw notFound(label);
    if (!held.isKept) {
      await db.delete(own.table).where(own.of(place));
      return;
    }
    const id = uuidv7();
    const deletedAt = ctx.now();
    await db.insert(deletions).values({
      ...{ id, kind, ...place, name: held.name, counted: held.counted, deletedAt },
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
