import { randomUUID } from "node:crypto";
import {
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DataDirError } from "./data-dir-error";
import { identify, isRunning, type ProcessIdentity, processSpace } from "./process-identity";

// One file per owner, `postgres.lock.<n>`: the highest number counts and is never deleted, so a stale lock
// is followed by n+1, which only one starter can create. Deleting it instead would let a slow starter
// remove the lock of a quicker one.
const PREFIX = "postgres.lock.";
const POLL_MS = 100;
/**
 * Whether an owner in another container runs cannot be checked, so it counts as running while its lock is younger
 * than this.
 */
const FOREIGN_FRESH_MS = 15_000;

type LockContent = {
  owner: ProcessIdentity;
  parent: ProcessIdentity;
  space: string;
  state: "held" | "closing" | "released";
};

export type DataLock = {
  /** Its file, whose time has to be set every few seconds to show those in other containers that it is held. */
  path: string;
  /** Tells waiting starters that the data will be free in a moment. */
  closing(): void;
  release(): void;
};

/** Another process owns the data directory. The message says which process and what to do. */
export class DataDirHeldError extends DataDirError {
  constructor(message: string) {
    super("held", message);
  }
}

type Standing = "free" | "ending" | "held";
type Current = { number: number; content: LockContent | undefined; standing: Standing };

function write(path: string, content: LockContent): void {
  writeFileSync(path, JSON.stringify(content), { mode: 0o600 });
}

function highest(dataDir: string): number {
  const numbers = readdirSync(dataDir)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length))
    .filter((suffix) => /^\d{1,12}$/.test(suffix))
    .map(Number);
  return Math.max(0, ...numbers);
}

function standingOf(path: string, content: LockContent): Standing {
  if (content.state === "released") return "free";
  if (content.space !== processSpace()) {
    const age = Date.now() - statSync(path).mtimeMs;
    return age > FOREIGN_FRESH_MS ? "free" : "ending";
  }
  if (!isRunning(content.owner)) return "free";
  return content.state === "closing" || !isRunning(content.parent) ? "ending" : "held";
}

function current(dataDir: string): Current {
  const number = highest(dataDir);
  const path = join(dataDir, `${PREFIX}${number}`);
  try {
    const content = JSON.parse(readFileSync(path, "utf8")) as LockContent;
    return { number, content, standing: standingOf(path, content) };
  } catch {
    // There is no lock yet, or a newer owner has just removed it, or a full disk has cut it short.
    return { number, content: undefined, standing: "free" };
  }
}

function removeLower(dataDir: string, number: number): void {
  for (const name of readdirSync(dataDir)) {
    const suffix = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : "";
    if (!/^\d{1,12}$/.test(suffix) || Number(suffix) >= number) continue;
    try {
      unlinkSync(join(dataDir, name));
    } catch {
      // A starter that lost the race has removed its own file.
    }
  }
}

/** Creates the next lock; undefined when another starter was quicker. */
function tryTake(dataDir: string, after: number, content: LockContent): string | undefined {
  const draft = join(dataDir, `${PREFIX}draft-${randomUUID()}`);
  const path = join(dataDir, `${PREFIX}${after + 1}`);
  write(draft, content);
  try {
    // A link appears with its content in one step, and fails when the name is taken.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw error;
  } finally {
    unlinkSync(draft);
  }
  if (highest(dataDir) !== after + 1) {
    unlinkSync(path);
    return undefined;
  }
  removeLower(dataDir, after + 1);
  return path;
}

function hold(path: string, content: LockContent): DataLock {
  const change = (state: LockContent["state"]): void => {
    const draft = `${path}-${randomUUID()}`;
    try {
      write(draft, { ...content, state });
      renameSync(draft, path);
    } catch {
      // The state only shortens the wait of others: the lock of a process that has ended is free anyway.
    }
  };
  return { path, closing: () => change("closing"), release: () => change("released") };
}

function whoHolds({ content }: Current): string {
  if (!content) return "another process";
  return content.space === processSpace()
    ? `process ${content.owner.pid} (started by ${content.parent.pid})`
    : `process ${content.owner.pid} on ${content.space.split(" ")[0]}`;
}

function heldMessage(dataDir: string, held: Current): string {
  const { content } = held;
  const who = whoHolds(held);
  const stop = content ? `Stop process ${content.parent.pid}` : "Stop it";
  return (
    `The embedded database in ${dataDir} is in use by ${who}. ` +
    `${stop}, or set DATA_DIR to another directory, or DATABASE_URL to a Postgres server.`
  );
}

/** Who owns the data, in words for the operator; undefined when nobody does. */
export function dataLockHolder(dataDir: string): string | undefined {
  const found = current(dataDir);
  return found.standing === "free" ? undefined : whoHolds(found);
}

/**
 * Takes the exclusive lock on `dataDir` for this process. Waits up to `waitMs` for an owner that is about to end, and
 * not at all for one that keeps running. Throws DataDirHeldError.
 */
export async function takeDataLock(dataDir: string, waitMs: number): Promise<DataLock> {
  const content: LockContent = {
    owner: identify(process.pid),
    parent: identify(process.ppid),
    space: processSpace(),
    state: "held",
  };
  const deadline = Date.now() + waitMs;
  for (;;) {
    const found = current(dataDir);
    if (found.standing === "free") {
      const path = tryTake(dataDir, found.number, content);
      if (path) return hold(path, content);
      continue;
    }
    if (found.standing === "held" || Date.now() >= deadline) {
      throw new DataDirHeldError(heldMessage(dataDir, found));
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
