import { rmSync } from "node:fs";
import { tallies } from "@/lib/platform/metrics/tallies";
import { RestartDelays } from "@/lib/platform/process/restart-delays";
import { answersQuery } from "./answers-query";
import { type SpawnedChild, setReferenced, spawnChild } from "./child-process";
import { openDataDir } from "./data-dir";
import { DataDirError, type DataDirFault } from "./data-dir-error";
import { type RoomLimits, roomLimits } from "./disk-room";
import { chooseSocketDir, embeddedUrl } from "./embedded-url";
import { type ChildOptions, type EmbeddedLog, type FromChild, SIGNS_FD, type ToChild } from "./messages";
import { type WatchdogOptions, watch } from "./watchdog";

export type EmbeddedDatabase = {
  /** Connection string for `pg`, over a Unix socket; stays the same when the child is restarted. */
  url: string;
  /** Process number of the child; undefined while there is none. */
  pid(): number | undefined;
  /** Whether a statement keeps the child from answering anything else. */
  isBusy(): boolean;
  /** What is wrong with the data directory: "full" while writes are refused, else why there is no database. */
  fault(): DataDirFault | undefined;
  /** Closes the database and ends its process; resolves when it has ended. Never rejects. */
  stop(): Promise<void>;
};

export type StartEmbeddedOptions = {
  /** Created when missing, mode 0700. */
  dataDir: string;
  log: EmbeddedLog;
  watchdog?: WatchdogOptions;
  /** Time between two rounds of vacuuming, in ms; 5 s by default. */
  maintenanceMs?: number;
  /** How long a connection may sit in a transaction while others wait, in ms; 10 s by default. */
  idleInTransactionMs?: number;
  roomLimits?: RoomLimits;
};

const WATCHDOG: WatchdogOptions = { intervalMs: 5_000, timeoutMs: 10_000, statementMs: 10 * 60_000 };
const STOP_MS = 15_000;
/** A child at work gives a sign each half second. */
const SIGN_MS = 1_500;
const FIRST_QUERY_MS = 30_000;

class Supervisor {
  readonly url: string;
  readonly #log: EmbeddedLog;
  readonly #watchdog: WatchdogOptions;
  readonly #childOptions: ChildOptions;
  #child: SpawnedChild | undefined;
  #unwatch: (() => void) | undefined;
  #retry: NodeJS.Timeout | undefined;
  #busyUntil = 0;
  readonly #delays = new RestartDelays();
  /** Why there is no database, and whether the one that there is refuses writes. */
  #failure: Error | undefined;
  readonly #told = new WeakMap<SpawnedChild, Error>();
  #isFull = false;
  #stopping: Promise<void> | undefined;

  constructor(options: StartEmbeddedOptions) {
    const dataDir = openDataDir(options.dataDir);
    this.#log = options.log;
    this.#watchdog = options.watchdog ?? WATCHDOG;
    this.#childOptions = {
      dataDir,
      ...chooseSocketDir(dataDir),
      maintenanceMs: options.maintenanceMs ?? 5_000,
      idleInTransactionMs: options.idleInTransactionMs ?? 10_000,
      roomLimits: options.roomLimits ?? roomLimits,
    };
    this.url = embeddedUrl(this.#childOptions.socketDir);
  }

  pid(): number | undefined {
    return this.#child?.process.pid;
  }

  fault(): DataDirFault | undefined {
    if (this.#failure) return this.#failure instanceof DataDirError ? this.#failure.fault : undefined;
    return this.#isFull ? "full" : undefined;
  }

  /** Resolves when a query was answered. Rejects if the child ends first, with a DataDirError where that is why. */
  async start(): Promise<void> {
    const child = spawnChild(this.#childOptions);
    this.#child = child;
    this.#isFull = false;
    const began = performance.now();
    try {
      if ((await this.#opened(child)) === "initialised") return await this.start();
      await answersQuery(this.url, FIRST_QUERY_MS);
    } catch (error) {
      child.process.kill("SIGKILL");
      throw error;
    }
    this.#failure = undefined;
    if (this.#stopping) return;
    const readyAt = performance.now();
    this.#log.info("embedded database ready", { pid: child.process.pid, ms: Math.round(readyAt - began) });
    this.#unwatch = watch(child.process, this.url, this.#watchdog, (reason) => {
      this.#log.error("embedded database does not answer; restarting it", { pid: child.process.pid, reason });
      child.process.kill("SIGKILL");
    });
    child.process.stdio[SIGNS_FD]?.on("data", () => {
      this.#busyUntil = performance.now() + SIGN_MS;
    });
    child.process.once("exit", (code, signal) => {
      this.#unwatch?.();
      if (this.#stopping) return;
      tallies().embeddedEnded += 1;
      this.#restartLater(performance.now() - readyAt, this.#endOf(child, code, signal));
    });
    setReferenced(child, false);
  }

  isBusy(): boolean {
    return performance.now() < this.#busyUntil;
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  /** Passes the child's log lines on, and waits until it serves or, on a first start, has made the files. */
  #opened(child: SpawnedChild): Promise<"ready" | "initialised"> {
    return new Promise((fulfil, reject) => {
      let created = false;
      child.process.on("message", (message: FromChild) => {
        if (message.type === "ready") fulfil("ready");
        else if (message.type === "initialised") created = true;
        else if (message.type === "failed") this.#told.set(child, toError(message));
        else if (message.type === "room") this.#isFull = message.isFull;
        else if (message.type === "log") this.#log[message.level](message.message, message.fields);
      });
      child.process.on("error", (error) => {
        // If the process could not be started, there will be no "exit" event to wait for.
        if (child.process.pid === undefined) this.#child = undefined;
        reject(error);
      });
      child.process.once("exit", (code, signal) => {
        if (this.#child === child) this.#child = undefined;
        if (created && code === 0 && !this.#stopping) fulfil("initialised");
        else reject(this.#endOf(child, code, signal));
      });
    });
  }

  /** Why the child ended: what it told of itself, or else how it was seen to end. */
  #endOf(child: SpawnedChild, code: number | null, signal: string | null): Error {
    const { dataDir } = this.#childOptions;
    const seen = child.stderrTail() || `code ${code}, signal ${signal}`;
    return this.#told.get(child) ?? new Error(`The embedded database in ${dataDir} ended by itself: ${seen}`);
  }

  #restartLater(ranMs: number, error: Error): void {
    this.#failure = error;
    const { waitMs, failures, isTold, isLasting } = this.#delays.next(ranMs, performance.now());
    if (isTold) {
      const message = isLasting
        ? "embedded database keeps failing; it is tried again every 5 s"
        : "embedded database ended; restarting it";
      const { dataDir } = this.#childOptions;
      this.#log.error(message, { dataDir, failures, waitMs, error: error.message });
    }
    this.#retry = setTimeout(() => {
      this.start().catch((next: Error) => {
        if (!this.#stopping) this.#restartLater(0, next);
      });
    }, waitMs);
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#retry);
    this.#unwatch?.();
    const child = this.#child;
    if (child && child.process.exitCode === null && child.process.signalCode === null) {
      setReferenced(child, true);
      const ended = new Promise<void>((fulfil) => child.process.once("exit", () => fulfil()));
      const stop: ToChild = { type: "stop" };
      if (child.process.connected) child.process.send(stop, () => {});
      const kill = setTimeout(() => {
        this.#log.error("embedded database did not close in time; killed", { pid: child.process.pid });
        child.process.kill("SIGKILL");
      }, STOP_MS);
      await ended;
      clearTimeout(kill);
    }
    if (this.#childOptions.socketDirIsTemporary) {
      rmSync(this.#childOptions.socketDir, { recursive: true, force: true });
    }
  }
}

type Failed = Extract<FromChild, { type: "failed" }>;

const toError = ({ fault, message }: Failed): Error =>
  fault ? new DataDirError(fault, message) : new Error(message);

/**
 * Starts the embedded Postgres in a child process, and restarts it whenever it ends or hangs. Resolves when
 * a query was answered; rejects with a DataDirError when the data directory is in use by another process or cannot be
 * opened. The child ends with this process, however that ends.
 */
export async function startEmbedded(options: StartEmbeddedOptions): Promise<EmbeddedDatabase> {
  const supervisor = new Supervisor(options);
  try {
    await supervisor.start();
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
  return {
    url: supervisor.url,
    pid: () => supervisor.pid(),
    isBusy: () => supervisor.isBusy(),
    fault: () => supervisor.fault(),
    stop: () => supervisor.stop(),
  };
}
