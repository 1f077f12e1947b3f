import { userInfo } from "node:os";
import { inMiB, roomLimits } from "./disk-room";

/** What is wrong with the data directory. */
export type DataDirFault = "held" | "full" | "read-only" | "denied" | "damaged" | "other-version";

/** The data directory cannot be used. The message is for the operator: which one, what is wrong, what to do. */
export class DataDirError extends Error {
  override readonly name = "DataDirError";

  constructor(
    readonly fault: DataDirFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const restore = 'Restore a backup with "npm run restore", or point DATA_DIR to another directory.';

export const damaged = (dataDir: string, what: string) =>
  new DataDirError(
    "damaged",
    `The files of the embedded database in ${dataDir} are damaged: ${what}. ${restore}`,
  );

export const full = (dataDir: string, freeBytes: number, neededBytes: number = roomLimits.enoughBytes) =>
  new DataDirError(
    "full",
    `The disk of the data directory ${dataDir} is full: ${inMiB(freeBytes)} MiB are free, and the embedded database ` +
      `needs ${inMiB(neededBytes)} MiB. Free space on it.`,
  );

export const readOnly = (dataDir: string) =>
  new DataDirError(
    "read-only",
    `The data directory ${dataDir} is on a read-only file system. Mount it for writing, or point DATA_DIR to another directory.`,
  );

export const denied = (dataDir: string, what: string) =>
  new DataDirError(
    "denied",
    `The data directory ${dataDir} can't be read and written by the user ${nameOfUser()}: ${what}. ` +
      "Give the directory and all in it to this user (chown -R, chmod -R u+rwX), or point DATA_DIR to another directory.",
  );

export const otherVersion = (dataDir: string, found: string, own: string) =>
  new DataDirError(
    "other-version",
    `The embedded database in ${dataDir} was written by Postgres ${found}, and this build has Postgres ${own}. ` +
      `Start the version of Fieldkit that wrote it. ${restore}`,
  );

function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    // Containers run under numbers without a name.
    return String(process.getuid?.() ?? "");
  }
}

/**
 * The error of the operator's that a failure of the system or of the engine comes from; undefined when it has another
 * cause.
 * @param what an error's text, or a line of the engine's log
 */
export function faultOf(dataDir: string, what: string, freeBytes: number): DataDirError | undefined {
  if (/ENOSPC|EDQUOT|No space left on device|quota exceeded/i.test(what)) return full(dataDir, freeBytes);
  if (/EROFS|Read-only file system/.test(what)) return readOnly(dataDir);
  if (/EACCES|EPERM|Permission denied|Operation not permitted/.test(what)) return denied(dataDir, what);
  if (/^(PANIC|FATAL|invalid page)/.test(what)) return damaged(dataDir, what);
  return undefined;
}
