import pg from "pg";
import { isDatabaseAway } from "../database-unreachable";
import { BackupError } from "./backup-error";

/** Values as Postgres writes them as text, which it also reads: exact for every type, whatever JavaScript has for it. */
export type Row = (string | null)[];

/** One connection whose answers are not interpreted. */
export type Session = {
  query(text: string, values?: (string | Buffer | null)[]): Promise<Row[]>;
  close(): Promise<void>;
};

const asText = { getTypeParser: () => (value: string) => value };

/**
 * What values look like as text must not depend on how a server, a database or a role is set up. The last ones: a
 * backup takes what it takes, waits for nobody for long, and must not leave out rows that a policy hides.
 */
const settings = [
  "timezone = 'UTC'",
  "datestyle = 'ISO, YMD'",
  "intervalstyle = 'postgres'",
  "extra_float_digits = 3",
  "bytea_output = 'hex'",
  "statement_timeout = 0",
  "idle_in_transaction_session_timeout = 0",
  "lock_timeout = '10s'",
  "row_security = off",
].map((setting) => `set local ${setting}`);

const oldestVersion = 150_000;

/** @throws {BackupError} when the database is not reached, or too old. */
export async function openSession(url: string): Promise<Session> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "fieldkit backup",
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: asText,
  });
  // The query that is under way, or the next one, tells of it.
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (cause) {
    client.end().catch(() => {});
    const isMissing = (cause as { code?: unknown }).code === "3D000";
    const advice = isMissing ? ". Create it first, for example with createdb." : "";
    throw new BackupError(`The database can't be reached: ${reasonOf(cause)}${advice}`, { cause });
  }
  const session: Session = {
    async query(text, values) {
      const answer = await client.query<Row>({
        text,
        rowMode: "array",
        ...(values && { values }),
      });
      return answer.rows;
    },
    close: () => client.end().catch(() => {}),
  };
  const [[version] = []] = await session.query("show server_version_num");
  if (Number(version) >= oldestVersion) return session;
  await session.close();
  throw new BackupError(`The database is Postgres ${version}. Fieldkit needs Postgres 15 or later.`);
}

/** Runs `work` in one transaction of that kind, rolled back when it throws. */
export async function inTransaction<T>(session: Session, kind: string, work: () => Promise<T>): Promise<T> {
  await session.query(`begin ${kind}`);
  try {
    for (const setting of settings) await session.query(setting);
    const result = await work();
    await session.query("commit");
    return result;
  } catch (error) {
    await session.query("rollback").catch(() => {});
    throw error;
  }
}

/** What a driver's error says, on one line. */
export function reasonOf(error: unknown): string {
  const { message, code } = Object(error) as { message?: unknown; code?: unknown };
  const text = typeof message === "string" && message ? message : String(code ?? error);
  return text.replace(/\s+/g, " ").slice(0, 300);
}

/** An error of the database for the operator; others stay what they are. */
export function explained(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof BackupError) return error;
  if (isDatabaseAway(error) || /Connection terminated|not queryable/.test(error.message)) {
    return new BackupError(`The connection to the database was lost: ${reasonOf(error)}`, { cause: error });
  }
  const isOfPostgres = "severity" in error;
  return isOfPostgres ? new BackupError(`The database refused: ${reasonOf(error)}`, { cause: error }) : error;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
