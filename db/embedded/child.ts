import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { DataDirHeldError, type DataLock, takeDataLock } from "./data-lock";
import { startMaintenance } from "./maintenance";
import { type ChildOptions, type FromChild, SIGNS_FD, type ToChild } from "./messages";
import { Multiplexer } from "./multiplexer";
import { createIfMissing, type OpenDatabase, openDatabase } from "./pglite-session";

const LOCK_WAIT_MS = 20_000;
const EXIT = { done: 0, failed: 1, broken: 2 } as const;

/** Counts up when a statement begins and when it ends, so that an odd number means that one is running. */
const statements = new Int32Array(new SharedArrayBuffer(4));

// A statement blocks this thread, which then sees neither messages nor the parent's end. Beside it, another thread tells
// the parent that a statement is taking its time, keeps the lock fresh, and ends the process when the parent has gone.
const GUARD = `
const { parentPort, workerData } = require("node:worker_threads");
const { utimesSync, writeSync } = require("node:fs");
const parent = process.ppid;
let orphanedFor = 0;
let seen = 0;
let lock;
parentPort.on("message", (path) => { lock = path; });
setInterval(() => {
  orphanedFor = process.ppid === parent ? 0 : orphanedFor + 1;
  if (orphanedFor > 30) process.kill(process.pid, "SIGKILL");
  const statement = Atomics.load(workerData.statements, 0);
  if (statement % 2 === 1 && statement === seen) {
    try { writeSync(workerData.signsFd, "."); } catch {}
  }
  seen = statement;
  const now = new Date();
  // The directory may have been removed under us; the database will say so itself.
  try { if (lock) utimesSync(lock, now, now); } catch {}
}, 500);
parentPort.unref();
`;

const options = JSON.parse(process.argv[2] ?? "{}") as ChildOptions;
const guard = new Worker(GUARD, { eval: true, stderr: false, workerData: { statements, signsFd: SIGNS_FD } });
guard.unref();
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
  guard.postMessage(lock.path);
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
  const { execute, inTransaction } = database.session;
  const observed = (messages: Uint8Array) => {
    Atomics.add(statements, 0, 1);
    const reply = execute(messages);
    Atomics.add(statements, 0, 1);
    return reply;
  };
  multiplexer = new Multiplexer(
    { execute: observed, inTransaction },
    {
      greeting: database.greeting,
      idleInTransactionMs: options.idleInTransactionMs,
    },
  );
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

opening = open();
opening.catch(refuse);
// The parent may have died while this file was loaded, before anyone listened.
if (!process.connected) void end();
