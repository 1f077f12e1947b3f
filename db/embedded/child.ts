import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { DataDirError, faultOf } from "./data-dir-error";
import { type DataLock, takeDataLock } from "./data-lock";
import { DiskRoom, freeBytesOf, inMiB } from "./disk-room";
import { EngineLog } from "./engine-log";
import { startMaintenance } from "./maintenance";
import { type ChildOptions, type FromChild, SIGNS_FD, type ToChild } from "./messages";
import { Multiplexer } from "./multiplexer";
import { createIfMissing, type OpenDatabase, openDatabase } from "./pglite-session";
import { SpareFile } from "./spare-file";
import { WriteGuard } from "./write-guard";

const LOCK_WAIT_MS = 20_000;
/** How often the free space is read while nobody asks for anything. */
const ROOM_MS = 1_000;
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
let roomCheck: NodeJS.Timeout | undefined;
let opening: Promise<void> | undefined;
let ending = false;

function tell(message: FromChild): void {
  // Even if the parent is gone, the data must be closed before this process ends.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

const { dataDir } = options;
const room = new DiskRoom({
  freeBytes: () => freeBytesOf(dataDir),
  now: () => performance.now(),
  limits: options.roomLimits,
});
const spare = new SpareFile(dataDir);
const engineLog = new EngineLog((line) =>
  tell({
    type: "log",
    level: "error",
    message: "embedded database has trouble with its files",
    fields: { dataDir, line },
  }),
);

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** Tells the parent why this process ends, in the words of the engine where it left some. */
function tellFailure(error: unknown): void {
  // Reads anew what is free.
  room.isFull();
  const fault =
    error instanceof DataDirError
      ? error
      : faultOf(dataDir, engineLog.reason ?? textOf(error), room.freeBytes);
  const message = fault?.message ?? `The embedded database in ${dataDir} failed: ${textOf(error)}`;
  tell({ type: "failed", message, ...(fault && { fault: fault.fault }) });
}

/** Exits at once without closing, because what the engine would still write cannot be trusted. */
function die(error: unknown): never {
  tellFailure(error);
  process.exit(EXIT.broken);
}

/** Tells of the disk when writes stop and when they go on. */
function tellRoom(isFull: boolean): void {
  const fields = {
    dataDir,
    freeMiB: inMiB(room.freeBytes),
    writesAgainAtMiB: inMiB(options.roomLimits.enoughBytes),
  };
  const message = isFull
    ? "the disk of the data directory is full: writes are refused until there is room again"
    : "the disk of the data directory has room again: writes go on";
  tell({ type: "log", level: isFull ? "error" : "info", message, fields });
  tell({ type: "room", isFull });
}

/** The empty database that a packed Fieldkit has beside this program. */
function packedDatabase(): string | undefined {
  const path = fileURLToPath(new URL("empty-database", import.meta.url));
  return existsSync(path) ? path : undefined;
}

async function open(): Promise<void> {
  // Before the lock, whose file needs room too.
  spare.release();
  lock = await takeDataLock(dataDir, LOCK_WAIT_MS);
  guard.postMessage(lock.path);
  if (ending) return;
  if (await createIfMissing(dataDir, engineLog, packedDatabase())) {
    tell({ type: "initialised" });
    void end();
    return;
  }
  if (ending) return;
  database = await openDatabase(dataDir, engineLog, die);
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
  const guarded = new WriteGuard({ execute: observed, inTransaction }, room, tellRoom);
  multiplexer = new Multiplexer(guarded, {
    greeting: database.greeting,
    idleInTransactionMs: options.idleInTransactionMs,
  });
  const serving = multiplexer;
  serving.betweenTransactions();
  roomCheck = setInterval(() => {
    serving.betweenTransactions();
    if (!guarded.isFull) void spare.keep();
  }, ROOM_MS);
  await serving.listen(path);
  stopMaintenance = startMaintenance({
    socketDir: options.socketDir,
    intervalMs: options.maintenanceMs,
    isFull: () => guarded.isFull,
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
    clearInterval(roomCheck);
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
  tellFailure(error);
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
