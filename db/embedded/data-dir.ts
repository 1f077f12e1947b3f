import { accessSync, constants, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { makeDirectory } from "@/lib/platform/process/make-directory";
import { DataDirError, denied, faultOf } from "./data-dir-error";

/**
 * Creates the data directory, readable by its owner only, and returns its real path: one directory must not get two
 * locks because it was reached by two paths.
 * @throws {DataDirError}
 */
export function openDataDir(given: string): string {
  const path = resolve(given);
  try {
    makeDirectory(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(path);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === "EEXIST" || code === "ENOTDIR") {
      throw new DataDirError(
        "damaged",
        `The data directory ${path} is no directory. Point DATA_DIR to one that this user may write.`,
        { cause },
      );
    }
    throw faultOf(path, message, 0) ?? denied(path, message);
  }
}
