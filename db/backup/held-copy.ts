import { constants } from "node:fs";
import { copyFile, mkdir, readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { embeddedUrl } from "../embedded/embedded-url";
import { postgresDir } from "../embedded/pglite-session";
import { isRunning } from "../embedded/process-identity";
import { BackupError } from "./backup-error";

/** After a minute without an answer the server would take its database for one that hangs. */
const holdMsMax = 30_000;
/** A transaction that nobody uses for ten seconds is ended while others wait. */
const stirMs = 1_000;

const prefix = "backup-copy.";

/**
 * Copies the embedded database of a running server into a data directory of its own, below `dataDir`, and returns
 * that. While the files are copied a transaction is held open, which excludes all others: the files are then what a
 * process that is killed leaves behind, from which Postgres recovers every commit.
 * @throws {BackupError} when there is no room, or the copy takes longer than a server may be held up
 */
export async function copyRunning(
  dataDir: string,
  signal?: AbortSignal,
  { holdMs = holdMsMax } = {},
): Promise<string> {
  await removeLeftCopies(dataDir);
  const files = await filesBelow(postgresDir(dataDir));
  await requireRoom(dataDir, files);
  const copy = join(dataDir, `${prefix}${process.pid}`);
  try {
    await whileHeld(dataDir, (check) => copyAll(dataDir, copy, check), { holdMs, signal });
    return copy;
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    throw error;
  }
}

/** Runs `work` while nobody else's statement can run; `check` throws when that is over. */
async function whileHeld(
  dataDir: string,
  work: (check: () => void) => Promise<void>,
  { holdMs, signal }: { holdMs: number; signal: AbortSignal | undefined },
): Promise<void> {
  const client = new pg.Client({
    connectionString: embeddedUrl(dataDir),
    application_name: "fieldkit backup",
  });
  let lost: unknown;
  client.on("error", (error) => {
    lost = error;
  });
  await client.connect();
  let stirring: NodeJS.Timeout | undefined;
  try {
    // Before the others are held up: what is written now need not be recovered by the copy.
    await client.query("checkpoint");
    await client.query("begin");
    await client.query("select 1");
    const until = performance.now() + holdMs;
    stirring = setInterval(() => {
      client.query("select 1").catch((error: unknown) => {
        lost = error;
      });
    }, stirMs);
    await work(() => {
      signal?.throwIfAborted();
      if (lost) throw new BackupError("The database ended while it was copied. Try again.", { cause: lost });
      if (performance.now() < until) return;
      throw new BackupError(
        `Its files could not be copied within ${holdMs / 1000} s, for which Fieldkit would stand still. Stop it, then back up.`,
      );
    });
    clearInterval(stirring);
    // Only if it is still there was nothing else written meanwhile.
    await client.query("rollback");
    if (lost) throw lost;
  } catch (error) {
    if (error instanceof BackupError || signal?.aborted) throw error;
    throw new BackupError("The database ended while it was copied. Try again.", { cause: error });
  } finally {
    clearInterval(stirring);
    await client.end().catch(() => {});
  }
}

async function copyAll(dataDir: string, copy: string, check: () => void): Promise<void> {
  const from = postgresDir(dataDir);
  const to = postgresDir(copy);
  await mkdir(to, { recursive: true, mode: 0o700 });
  // Listed again, because the list that was made before is not of this moment.
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    check();
    const path = join(entry.parentPath, entry.name);
    const target = join(to, path.slice(from.length));
    if (entry.isDirectory()) await mkdir(target, { recursive: true, mode: 0o700 });
    else {
      await mkdir(join(to, entry.parentPath.slice(from.length)), { recursive: true, mode: 0o700 });
      // Where the file system can, both share the bytes, and nothing is copied.
      await copyFile(path, target, constants.COPYFILE_FICLONE);
    }
  }
}

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function requireRoom(dataDir: string, files: readonly string[]): Promise<void> {
  let needed = 64 * 1024 * 1024;
  for (const file of files) needed += (await stat(file).catch(() => undefined))?.size ?? 0;
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize > needed) return;
  const mib = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MiB`;
  throw new BackupError(
    `A backup while Fieldkit runs copies its database first: that takes ${mib(needed)} in ${dataDir}, and ${mib(bavail * bsize)} are free. Make room, or stop Fieldkit, then back up.`,
  );
}

/** Of backups that were killed. */
async function removeLeftCopies(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : 0;
    if (pid > 0 && (pid === process.pid || !isRunning({ pid, started: "" })))
      await rm(join(dataDir, name), { recursive: true, force: true });
  }
}
