import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** How often a running Fieldkit looks, in ms. */
const lookEveryMs = 500;

const fileIn = (dataDir: string) => join(dataDir, "changed-by-command");

/**
 * Tells a Fieldkit that runs on this data directory that a command has changed its database. Commands are processes of
 * their own, and without Redis there is no bus between them.
 */
export function noteOutsideChange(dataDir: string): void {
  writeFileSync(fileIn(dataDir), new Date().toISOString());
}

/** Calls back within a second of such a change. @returns ends that */
export function watchOutsideChanges(dataDir: string, changed: () => void): () => void {
  const changedAt = () => {
    try {
      return statSync(fileIn(dataDir)).mtimeMs;
    } catch {
      // No command has run yet, or the directory can't be read now.
      return undefined;
    }
  };
  let last = changedAt();
  const timer = setInterval(() => {
    const at = changedAt();
    if (at === last) return;
    last = at;
    changed();
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
