import { accessSync, constants, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { makeDirectory } from "@/lib/platform/process/make-directory";

/**
 * Creates the data directory, readable by its owner only, and returns its real path: one directory must not get two
 * locks because it was reached by two paths.
 * @throws an error that tells the operator what to change.
 */
export function openDataDir(given: string): string {
  const path = resolve(given);
  try {
    makeDirectory(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === "EEXIST" || code === "ENOTDIR" ? "is no directory" : `can't be written (${code})`;
    throw new Error(`The data directory ${path} ${why}. Point DATA_DIR to one that this user may write.`, {
      cause,
    });
  }
}
