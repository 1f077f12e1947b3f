import { existsSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { log } from "@/lib/platform/log/log";
import { answersQuery } from "../embedded/answers-query";
import { embeddedUrl } from "../embedded/embedded-url";
import { postgresDir } from "../embedded/pglite-session";
import { startEmbedded } from "../embedded/supervisor";
import { BackupError } from "./backup-error";
import type { Header } from "./format";
import { copyRunning } from "./held-copy";
import { openSession, type Session } from "./session";

/** Where the data is: a Postgres, or a data directory with or without a server on it. */
export type Place = { databaseUrl: string | undefined; dataDir: string };

type Work<T> = (session: Session, kind: Header["source"]["kind"]) => Promise<T>;

/** Nobody else waits for this database, so that one transaction may take as long as it takes. */
const patient = {
  watchdog: { intervalMs: 5_000, timeoutMs: 24 * 60 * 60_000, statementMs: 24 * 60 * 60_000 },
  idleInTransactionMs: 24 * 60 * 60_000,
};

/**
 * Runs `work` on a database whose rows may be read for as long as that takes: a Postgres, the embedded database of a
 * server that does not run, or a copy of that of one which does.
 * @throws {BackupError} or an error that tells the operator who holds the data directory
 */
export async function withSource<T>(place: Place, work: Work<T>, signal?: AbortSignal): Promise<T> {
  if (place.databaseUrl) return withUrl(place.databaseUrl, "postgres", work);
  const dataDir = resolve(place.dataDir);
  if (!existsSync(postgresDir(dataDir))) {
    throw new BackupError(
      `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as Fieldkit has it.`,
    );
  }
  if (!(await isServed(dataDir))) return withEmbedded(dataDir, work);
  const copy = await copyRunning(realpathSync(dataDir), signal);
  try {
    return await withEmbedded(copy, work);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/**
 * Runs `work` on the database to restore into; an embedded one is made when there is none.
 * @throws {BackupError} or, when a server runs there, an error that says which
 */
export function withTarget<T>(place: Place, work: Work<T>): Promise<T> {
  return place.databaseUrl
    ? withUrl(place.databaseUrl, "postgres", work)
    : withEmbedded(resolve(place.dataDir), work);
}

async function withUrl<T>(url: string, kind: Header["source"]["kind"], work: Work<T>): Promise<T> {
  const session = await openSession(url);
  try {
    return await work(session, kind);
  } finally {
    await session.close();
  }
}

async function withEmbedded<T>(dataDir: string, work: Work<T>): Promise<T> {
  const error = (message: string, fields?: object) => log().error(fields ?? {}, message);
  const embedded = await startEmbedded({ dataDir, log: { info() {}, warn() {}, error }, ...patient });
  try {
    return await withUrl(embedded.url, "embedded", work);
  } finally {
    await embedded.stop();
  }
}

/** Whether a server answers at the socket. A socket without a listener is left of one that was killed. */
async function isServed(dataDir: string): Promise<boolean> {
  try {
    await answersQuery(embeddedUrl(dataDir), 60_000);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ECONNREFUSED") return false;
    throw new BackupError("The running database does not answer. Stop Fieldkit, then back up.", {
      cause: error,
    });
  }
}
