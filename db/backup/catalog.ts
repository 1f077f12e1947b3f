import { quoted, type Session } from "./session";

export type Column = {
  name: string;
  type: string;
  /** Made by the database of other columns, and therefore never written. */
  isGenerated: boolean;
  /** Bytes of any value, or undefined where values differ in length. */
  length: number | undefined;
  /** The sequence that numbers new rows. */
  sequence: string | undefined;
};

export async function hasTable(session: Session, table: string): Promise<boolean> {
  const [[found] = []] = await session.query("select to_regclass($1) is not null", [quoted(table)]);
  return found === "t";
}

/** In the order in which they were made. */
export async function columnsOf(session: Session, table: string): Promise<Column[]> {
  const rows = await session.query(
    `select attname, format_type(atttypid, atttypmod), attgenerated <> '', attlen,
            pg_get_serial_sequence($1, attname)
       from pg_attribute
      where attrelid = to_regclass($1) and attnum > 0 and not attisdropped
      order by attnum`,
    [quoted(table)],
  );
  return rows.map(([name, type, generated, length, sequence]) => ({
    name: name ?? "",
    type: type ?? "",
    isGenerated: generated === "t",
    length: Number(length) > 0 ? Number(length) : undefined,
    sequence: sequence ?? undefined,
  }));
}

export async function countOf(session: Session, table: string): Promise<number> {
  const [[count] = []] = await session.query(`select count(*) from ${quoted(table)}`);
  return Number(count);
}

export type ForeignKey = { table: string; name: string; definition: string };

/** Those of these tables, to whatever they refer. */
export async function foreignKeysOf(session: Session, tables: readonly string[]): Promise<ForeignKey[]> {
  const keys: ForeignKey[] = [];
  for (const table of tables) {
    const rows = await session.query(
      `select conname, pg_get_constraintdef(oid) from pg_constraint
        where contype = 'f' and conrelid = to_regclass($1) order by conname`,
      [quoted(table)],
    );
    for (const [name, definition] of rows)
      keys.push({ table, name: name ?? "", definition: definition ?? "" });
  }
  return keys;
}

/** The number that a sequence gave last, and whether it gave it. */
export type SequenceState = { last: string; isCalled: boolean };

export async function sequenceState(session: Session, sequence: string): Promise<SequenceState> {
  const [[last, called] = []] = await session.query(`select last_value, is_called from ${sequence}`);
  return { last: last ?? "1", isCalled: called === "t" };
}
