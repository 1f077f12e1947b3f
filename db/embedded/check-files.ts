import { accessSync, constants, readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { damaged, faultOf, otherVersion } from "./data-dir-error";

/** The major version of Postgres whose files PGlite reads; a test compares it with those that it makes. */
export const postgresMajor = "18";

const CONTROL_BYTES = 8192;

/** What every database of Postgres has; the databases below `base` are the first template and ours. */
const DIRECTORIES = ["base", "base/1", "base/5", "global", "pg_wal", "pg_xact", "pg_multixact"];

/**
 * Looks whether the files of a database can be those of one, before the engine does: where it finds no version it makes
 * a new database in their place, and of others it says little.
 * @param postgresDir the directory of Postgres within `dataDir`
 * @throws {DataDirError}
 */
export function checkFiles(dataDir: string, postgresDir: string): void {
  const { R_OK, W_OK, X_OK } = constants;
  const statOf = (name: string): Stats | undefined =>
    reporting(dataDir, () => statSync(join(postgresDir, name), { throwIfNoEntry: false }));
  if (!statOf(".")?.isDirectory()) throw damaged(dataDir, `${postgresDir} is no directory`);
  reporting(dataDir, () => accessSync(postgresDir, R_OK | W_OK | X_OK));
  if (reporting(dataDir, () => readdirSync(postgresDir)).length === 0) {
    throw damaged(dataDir, `${postgresDir} is empty`);
  }
  checkVersion(dataDir, postgresDir);
  for (const name of DIRECTORIES) {
    if (!statOf(name)?.isDirectory()) throw damaged(dataDir, `the directory ${name} is missing`);
    reporting(dataDir, () => accessSync(join(postgresDir, name), R_OK | W_OK | X_OK));
  }
  const control = reporting(dataDir, () => readIfThere(join(postgresDir, "global", "pg_control")));
  if (!control) throw damaged(dataDir, "global/pg_control is missing");
  if (control.length !== CONTROL_BYTES || control.every((byte) => byte === 0)) {
    throw damaged(dataDir, `global/pg_control has ${control.length} bytes that can't be its own`);
  }
}

function checkVersion(dataDir: string, postgresDir: string): void {
  const version = reporting(dataDir, () => readIfThere(join(postgresDir, "PG_VERSION")))
    ?.toString("latin1")
    .trim();
  if (version === undefined) throw damaged(dataDir, "PG_VERSION is missing");
  if (!/^\d{1,3}$/.test(version)) throw damaged(dataDir, "PG_VERSION holds no version");
  if (version !== postgresMajor) throw otherVersion(dataDir, version, postgresMajor);
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Passes a result on, and what the system refuses as an error for the operator. */
function reporting<T>(dataDir: string, ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    const { message } = error as Error;
    throw faultOf(dataDir, message, 0) ?? damaged(dataDir, message);
  }
}
