import type { TableHeader } from "./format";
import { quoted, type Row, type Session } from "./session";

/** Collects rows and inserts them some at a time. */
export type Filling = { add(rows: readonly Row[]): Promise<void>; end(): Promise<void> };

/** What one statement inserts: Postgres takes 65,535 values, and the embedded database copies all of their bytes. */
const most = { values: 8_000, rows: 1000, bytes: 4 * 1024 * 1024 };

export function startFilling(session: Session, table: TableHeader & { types: readonly string[] }): Filling {
  const { types } = table;
  const rowsMax = Math.max(1, Math.min(most.rows, Math.floor(most.values / types.length)));
  const binary = types.map((type) => type === "bytea");
  const insert = insertInto(table);
  let waiting: Row[] = [];
  let bytes = 0;
  const flush = async () => {
    if (waiting.length === 0) return;
    const values = waiting.flatMap((row) => row.map((value, at) => (binary[at] ? bytesOf(value) : value)));
    const text = insert(waiting.length);
    waiting = [];
    bytes = 0;
    // Not as a named statement: behind a pooler its name outlives this connection.
    await session.query(text, values);
  };
  return {
    async add(rows) {
      for (const row of rows) {
        const size = row.reduce((sum, value) => sum + (value?.length ?? 0), 0);
        if (bytes + size > most.bytes) await flush();
        waiting.push(row);
        bytes += size;
        if (waiting.length === rowsMax) await flush();
      }
    },
    end: flush,
  };
}

/** Numbered columns take the numbers of the backup, also where the database wants to give its own. */
const insertInto =
  ({ name, columns, sequences }: TableHeader) =>
  (count: number): string => {
    const row = (at: number) =>
      `(${columns.map((_, column) => `$${at * columns.length + column + 1}`).join(", ")})`;
    const overriding = Object.keys(sequences).length > 0 ? " overriding system value" : "";
    const rows = Array.from({ length: count }, (_, at) => row(at)).join(", ");
    return `insert into ${quoted(name)} (${columns.map(quoted).join(", ")})${overriding} values ${rows}`;
  };

/** Half as long as its text. */
const bytesOf = (value: string | null) => (value === null ? null : Buffer.from(value.slice(2), "hex"));
