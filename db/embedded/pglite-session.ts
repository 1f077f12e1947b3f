import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { checkFiles } from "./check-files";
import { copyFolder, privately } from "./copy-folder";
import { damaged, full } from "./data-dir-error";
import { freeBytesOf, newDatabaseBytes } from "./disk-room";
import type { EngineLog } from "./engine-log";
import type { Session } from "./multiplexer";
import { startup } from "./wire";

const START_PARAMS = [
  ...PGlite.defaultStartParams,
  // Checkpoints run inside a statement here. A small write-ahead log keeps them and recoveries short.
  ...["-c", "max_wal_size=128MB", "-c", "min_wal_size=32MB"],
  // All of it counts as this process's memory from the start, and the system keeps what was read from files anyway.
  ...["-c", "shared_buffers=32MB"],
  // Deep nesting has to reach Postgres' own limit before JavaScript's stack overflows, which the engine does not
  // survive.
  ...["-c", "max_stack_depth=500kB"],
];

export type OpenDatabase = {
  session: Session;
  greeting: Buffer;
  /** Writes a checkpoint and ends Postgres. */
  close(): Promise<void>;
};

export const postgresDir = (dataDir: string): string => join(dataDir, "postgres");

/**
 * Creates the database when there is none. It is built beside its place and then renamed, so that a start which is killed
 * half-way leaves nothing that looks like a database.
 * @param empty a closed database that is copied; without one the engine makes one, which takes ten times as long
 * @returns true when the engine made it, and took memory that only the end of the process gives back
 * @throws {DataDirError} when there is one that cannot be opened, or no room for one
 */
export async function createIfMissing(
  dataDir: string,
  engineLog: EngineLog,
  empty?: string,
): Promise<boolean> {
  if (existsSync(postgresDir(dataDir))) {
    checkFiles(dataDir, postgresDir(dataDir));
    return false;
  }
  const draft = join(dataDir, "postgres.new");
  rmSync(draft, { recursive: true, force: true });
  const freeBytes = freeBytesOf(dataDir);
  if (freeBytes < newDatabaseBytes) throw full(dataDir, freeBytes, newDatabaseBytes);
  if (empty !== undefined) {
    copyFolder(empty, draft, privately);
    renameSync(draft, postgresDir(dataDir));
    return false;
  }
  const database = await PGlite.create({
    dataDir: draft,
    startParams: START_PARAMS,
    onStderr: engineLog.add,
  });
  await database.close();
  renameSync(draft, postgresDir(dataDir));
  return true;
}

/** The status with which the engine leaves a statement that failed in the ordinary way. */
const LONGJMP_STATUS = 100;

/**
 * PGlite swallows every exception of its main loop and goes on with the next message; after any other than a
 * failed statement's (a stack overflow, a trap) the engine's memory is inconsistent, and it must not write again.
 */
function endOnTrap(database: PGlite, onBroken: (error: unknown) => never): void {
  const engine: { _PostgresMainLoopOnce(): void } = database.Module;
  const runOnce = engine._PostgresMainLoopOnce;
  engine._PostgresMainLoopOnce = () => {
    try {
      runOnce();
    } catch (error) {
      if ((error as { status?: number }).status !== LONGJMP_STATUS) onBroken(error);
      throw error;
    }
  };
}

/** Opens the database; `onBroken` has to end the process, before the engine that failed can write again. */
export async function openDatabase(
  dataDir: string,
  engineLog: EngineLog,
  onBroken: (error: unknown) => never,
): Promise<OpenDatabase> {
  const database = await PGlite.create({
    dataDir: postgresDir(dataDir),
    startParams: START_PARAMS,
    onStderr: engineLog.add,
    // Indexes of texts to search.
    extensions: { pg_trgm },
  }).catch((error: Error) => {
    // Other errors, such as too little memory, are not the files'.
    const isRefusal =
      engineLog.reason === undefined && error.message.startsWith("PGlite failed to initialize");
    throw isRefusal ? damaged(dataDir, engineLog.lastPlain ?? "Postgres does not start with them") : error;
  });
  endOnTrap(database, onBroken);
  const execute = (messages: Uint8Array): Buffer => {
    const chunks: Buffer[] = [];
    // It runs to its end before it returns, and its promise rejects only when the engine fails.
    database
      .execProtocolRawStream(messages, {
        syncToFs: false,
        // The bytes lie in the engine's memory, which the next call overwrites.
        onRawData: (bytes) => chunks.push(Buffer.from(bytes)),
      })
      .catch(onBroken);
    return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
  };
  return {
    greeting: execute(startup("postgres", "postgres")),
    session: { execute, inTransaction: () => database.isInTransaction() },
    close: () => database.close(),
  };
}
