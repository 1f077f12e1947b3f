import { z } from "zod";

/**
 * The file: gzip of lines of JSON. First the header, then for each of its tables a line `{"table": name}` and a line
 * `[value, …]` for each row, at last the end with the digest of all before. Values are Postgres' own text, or null.
 */
export const formatVersion = 1;

const SequenceStates = z.record(z.string(), z.object({ last: z.string(), isCalled: z.boolean() }));

const Table = z.object({
  name: z.string().min(1),
  columns: z.array(z.string().min(1)).min(1),
  rows: z.number().int().min(0),
  /** Of columns that the database numbers. */
  sequences: SequenceStates,
});

export const Header = z.object({
  fieldkitBackup: z.literal(formatVersion),
  createdAt: z.iso.datetime(),
  /** The newest migration of the schema that the rows are of. */
  level: z.object({ when: z.number().int(), tag: z.string() }),
  source: z.object({ kind: z.enum(["embedded", "postgres"]), server: z.string() }),
  /** Fingerprints of AUTH_SECRET and those before it, which seal tokens and sign sessions; never the secret itself. */
  secret: z.object({ current: z.string().nullable(), before: z.array(z.string()) }),
  tables: z.array(Table),
});
export type Header = z.infer<typeof Header>;
export type TableHeader = z.infer<typeof Table>;

export const TableLine = z.object({ table: z.string() });
export const EndLine = z.object({ end: z.object({ sha256: z.string() }) });

export const rowsIn = ({ tables }: Header): number => tables.reduce((sum, { rows }) => sum + rows, 0);
