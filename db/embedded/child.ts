import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { DataDirHeldError, type DataLock, takeDataLock } from "./data-lock";
import { startMaintenance } from "./maintenance";
import type { ChildOptions, FromChild, ToChild } from "./messages";
import { Multiplexer } from "./multiplexer";
import { createIfMissing, type OpenDatabase, openDatabase } from "./pglite-session";

const LOCK_WAIT_MS = 20_000;
const EXIT = { done: 0, failed: 1, broken: 2 } as const;

// A statement that never ends blocks this thread, which then notices neither messages nor its parent's exit.
const GUARD = `
const { parentPort } = require("node:worker_threads");
const parent = process.ppid;
let orphanedTicks = 0;
setInterval(() => {
  orphanedTicks = process.ppid === parent ? 0 : orphanedTicks + 1;
  if (orphanedTicks > 15) process.kill(process.pid, "SIGKILL");
}, 1000);
parentPort.unref();
`;

const options = JSON.parse(process.argv[2] ?? "{}") as ChildOptions;
let lock: DataLock | undefined;
let database: OpenDatabase | undefined;
let multiplexer: Multiplexer | undefined;
let stopMaintenance: (() => void) | undefined;
let opening: Promise<void> | undefined;
let ending = false;

function tell(message: FromChild): void {
  // Even if the parent is gone, the data must be closed before this process ends.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** Exits at once without closing, because what the engine would still write cannot be trusted. */
function die(error: unknown): never {
  tell({ type: "failed", message: textOf(error) });
  process.exit(EXIT.broken);
}

async function open(): Promise<void> {
  lock = await takeDataLock(options.dataDir, LOCK_WAIT_MS);
  if (ending) return;
  if (await createIfMissing(options.dataDir)) {
    tell({ type: "initialised" });
    void end();
    return;
  }
  if (ending) return;
  database = await openDatabase(options.dataDir, die);
  if (ending) return;
  mkdirSync(options.socketDir, { recursive: true, mode: 0o700 });
  const path = join(options.socketDir, ".s.PGSQL.5432");
  rmSync(path, { force: true });
  multiplexer = new Multiplexer(database.session, {
    greeting: database.greeting,
    idleInTransactionMs: options.idleInTransactionMs,
  });
  await multiplexer.listen(path);
  stopMaintenance = startMaintenance({
    socketDir: options.socketDir,
    intervalMs: options.maintenanceMs,
    log: (level, message, fields) => tell({ type: "log", level, message, fields }),
  });
  tell({ type: "ready" });
}

/** Closes everything that is open, in order, and exits; waits for an opening that is under way. */
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  // Still waiting for the lock: there is nothing to close.
  if (!lock) process.exit(EXIT.done);
  lock.closing();
  try {
    await opening;
    stopMaintenance?.();
    await multiplexer?.close();
    await database?.close();
    if (options.socketDirIsTemporary) rmSync(options.socketDir, { recursive: true, force: true });
  } catch (error) {
    tell({
      type: "log",
      level: "error",
      message: "closing the embedded database",
      fields: { error: textOf(error) },
    });
  }
  lock.release();
  process.exit(EXIT.done);
}

function refuse(error: unknown): void {
  lock?.release();
  if (error instanceof DataDirHeldError) tell({ type: "refused", message: error.message });
  else tell({ type: "failed", message: textOf(error) });
  setImmediate(() => process.exit(EXIT.failed));
}

// The parent decides when this process ends: Ctrl-C reaches both, and the parent still has requests to answer.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.on("message", (message: ToChild) => {
  if (message.type === "ping") tell({ type: "pong", id: message.id });
  else void end();
});
process.on("disconnect", () => void end());
process.on("uncaughtException", die);
new Worker(GUARD, { eval: true, stderr: false }).unref();

opening = open();
opening.catch(refuse);
// The parent may have died while this file was loaded, before anyone listened.
if (!process.connected) void end();
