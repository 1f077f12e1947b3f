import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Ctx } from "./context";
import { AppError } from "./errors";
import { type Issue, type Operation, versionTag } from "./operation";
import { noteBefore } from "./trail";

const entityTag = /(?:W\/)?"[\x21\x23-\x7e\x80-\uffff]*"/g;
/** A placeholder for a tag; no header value contains it. */
const placeholder = "\n";

/**
 * The entity tags of an `If-Match` (RFC 9110, 13.1.1), without the `W/` that compression adds to ours: they identify
 * a state of the row, not the bytes that were sent. Undefined if it is not a list of tags.
 */
function tagsOf(ifMatch: string): string[] | undefined {
  if (ifMatch.trim() === "*") return ["*"];
  const elements = ifMatch.replace(entityTag, placeholder).replace(/[\t ]/g, "").split(",");
  const isList = elements.every((element) => element === "" || element === placeholder);
  return isList ? ifMatch.match(entityTag)?.map((tag) => tag.replace("W/", "")) : undefined;
}

/** The problem of the `If-Match` of a call that honours it, if it has one. */
export function problemOfIfMatch(op: Operation, headers: Headers): Issue | undefined {
  const ifMatch = headers.get("if-match");
  if (ifMatch === null || !honoursIfMatch(op) || tagsOf(ifMatch)) return undefined;
  return { path: "If-Match", message: 'must be "<updatedAt>" in quotes, a list of them, or *' };
}

export const honoursIfMatch = (op: Operation) => op.versioned === true && op.method === "PUT";

type Versioned = { updatedAt: Date };

type Guarded<Row extends Versioned, Shown> = {
  /** `updated_at` of the table that `write` changes. */
  updatedAt: PgColumn;
  /** Selects the row that `write` changes. */
  where: SQL | undefined;
  /** The row as it was read before the input. */
  found: Row;
  /** Reads it again; throws `not_found`. */
  find(): Promise<Row>;
  /** Turns the row into the operation's answer. */
  show(row: Row): Shown;
  /**
   * Writes if the row still meets the condition, in one statement or one transaction.
   * @param row as it is now: while a change is noted in the trail nobody else can change it
   * @returns the row afterwards, or undefined if it did not meet the condition
   */
  write(unchanged: SQL | undefined, row: Row): Promise<Row | undefined>;
};

/**
 * Changes a row unless the caller's `If-Match` shows that it knows an older state. Without the header the last write
 * wins.
 * @throws {AppError} `changed` with the current row
 */
export async function guarded<Row extends Versioned, Shown>(
  ctx: Ctx,
  { updatedAt, where, found, find, show, write }: Guarded<Row, Shown>,
): Promise<Shown> {
  // Malformed headers have already been refused.
  const tags = tagsOf(ctx.headers.get("if-match") ?? "*") ?? [];
  const isAny = tags.includes("*");
  if (!isAny && !tags.includes(versionTag(found.updatedAt.toISOString()))) throw changed(show(found));
  const row = ctx.trail ? await held(ctx, { updatedAt, where, found, find }) : found;
  if (ctx.trail) noteBefore(ctx, show(row) as object);
  const written = await write(isAny ? undefined : eq(updatedAt, found.updatedAt), row);
  if (!written) throw changed(show(await find()));
  return show(written);
}

/** The row as it is when nobody else can change it any more, so that the trail tells whose change was which. */
async function held<Row extends Versioned>(
  { db }: Ctx,
  { updatedAt, where, found, find }: Pick<Guarded<Row, unknown>, "updatedAt" | "where" | "found" | "find">,
): Promise<Row> {
  const [row] = await db
    .select({ updatedAt: sql`${updatedAt}`.mapWith((at: unknown) => new Date(at as string | Date)) })
    .from(updatedAt.table)
    .where(where)
    .for("no key update");
  return row?.updatedAt.getTime() === found.updatedAt.getTime() ? found : find();
}

type VersionedTable = PgTable & { updatedAt: PgColumn; $inferSelect: Versioned };

type Changes<T extends VersionedTable> = Partial<T["$inferSelect"]> | Record<string, unknown>;

type RowChange<T extends VersionedTable, Shown> = Omit<
  Guarded<T["$inferSelect"], Shown>,
  "updatedAt" | "write"
> & {
  /** If it is empty, nothing is written. A function where it depends on what the row is now. */
  changes: Changes<T> | ((row: T["$inferSelect"]) => Changes<T>);
  /** Set too, if anything else changes. */
  besides?: Partial<T["$inferSelect"]>;
  /** Evicts what caches hold of the row. */
  after?(row: T["$inferSelect"]): void | Promise<void>;
};

/**
 * Changes columns of one row, as `guarded` does.
 * @throws {AppError} `changed`
 */
export function changeRow<T extends VersionedTable, Shown>(
  ctx: Ctx,
  table: T,
  { where, changes, besides, after, ...rest }: RowChange<T, Shown>,
): Promise<Shown> {
  return guarded<T["$inferSelect"], Shown>(ctx, {
    ...{ ...rest, where },
    updatedAt: table.updatedAt,
    write: async (unchanged, held) => {
      const columns = typeof changes === "function" ? changes(held) : changes;
      if (Object.keys(columns).length === 0) return held;
      const rows = await ctx.db
        .update(table as PgTable)
        .set({ ...columns, ...besides })
        .where(and(where, unchanged))
        .returning();
      const row = rows[0] as T["$inferSelect"] | undefined;
      if (row && after) ctx.after(() => after(row));
      return row;
    },
  });
}

export const changedMessage =
  "This was changed since you read it. See `current`, and send your change again with its updatedAt as If-Match.";

const changed = (current: unknown) => new AppError("changed", changedMessage, { current });
