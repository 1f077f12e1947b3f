import { chmodSync, copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Rights of what is copied, whatever those of the original are. */
export type Modes = { folder: number; file: number };

/** For its owner alone, and for writing: Postgres refuses files that others may read. */
export const privately: Modes = { folder: 0o700, file: 0o600 };

/**
 * Copies a folder with all below it.
 * @param to must not exist
 */
export function copyFolder(from: string, to: string, modes: Modes): void {
  mkdirSync(to);
  chmodSync(to, modes.folder);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target, modes);
    else {
      copyFileSync(source, target);
      chmodSync(target, modes.file);
    }
  }
}
