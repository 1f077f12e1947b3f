import { rmSync } from "node:fs";
import { tallies } from "@/lib/platform/metrics/tallies";
import { answersQuery } from "./answers-query";
import { type SpawnedChild, setReferenced, spawnChild } from "./child-process";
import { openDataDir } from "./data-dir";
import { chooseSocketDir, embeddedUrl } from "./embedded-url";
import type { ChildOptions, EmbeddedLog, FromChild, ToChild } from "./messages";
import { type WatchdogOptions, watch } from "./watchdog";

export type EmbeddedDatabase = {
  /** Connection string for `pg`, over a Unix socket; stays the same when the child is restarted. */
  url: string;
  /** Process number of the child; undefined while there is none. */
  pid(): number | undefined;
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
};

const WATCHDOG: WatchdogOptions = { intervalMs: 5_000, timeoutMs: 10_000, statementMs: 10 * 60_000 };
const STOP_MS = 15_000;
const FIRST_QUERY_MS = 30_000;
const BACKOFF_MS = [100, 500, 1_000, 2_000, 5_000];
const SLOW_RETRY_MS = 30_000;
/** A child that ran this long was healthy, so the count of failures in a row begins again. */
const WELL_AFTER_MS = 60_000;

class Supervisor {
  readonly url: string;
  readonly #log: EmbeddedLog;
  readonly #watchdog: WatchdogOptions;
  readonly #childOptions: ChildOptions;
  #child: SpawnedChild | undefined;
  #unwatch: (() => void) | undefined;
  #retry: NodeJS.Timeout | undefined;
  #crashes = 0;
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
    };
    this.url = embeddedUrl(this.#childOptions.socketDir);
  }

  pid(): number | undefined {
    return this.#child?.process.pid;
  }

  /** Resolves when a query was answered. Rejects if the child ends first. */
  async start(): Promise<void> {
    const child = spawnChild(this.#childOptions);
    this.#child = child;
    const began = performance.now();
    try {
      if ((await this.#opened(child)) === "initialised") return await this.start();
      await answersQuery(this.url, FIRST_QUERY_MS);
    } catch (error) {
      child.process.kill("SIGKILL");
      throw error;
    }
    if (this.#stopping) return;
    const readyAt = performance.now();
    this.#log.info("embedded database ready", { pid: child.process.pid, ms: Math.round(readyAt - began) });
    this.#unwatch = watch(child.process, this.url, this.#watchdog, (reason) => {
      this.#log.error("embedded database does not answer; restarting it", { pid: child.process.pid, reason });
      child.process.kill("SIGKILL");
    });
    child.process.once("exit", (code, signal) => {
      if (performance.now() - readyAt > WELL_AFTER_MS) this.#crashes = 0;
      this.#ended(child, { code, signal });
    });
    setReferenced(child, false);
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  /** Passes the child's log lines on, and waits until it serves or, on a first start, has made the files. */
  #opened(child: SpawnedChild): Promise<"ready" | "initialised"> {
    return new Promise((fulfil, reject) => {
      let created = false;
      let cause: string | undefined;
      child.process.on("message", (message: FromChild) => {
        if (message.type === "ready") fulfil("ready");
        else if (message.type === "initialised") created = true;
        else if (message.type === "refused") reject(new Error(message.message));
        else if (message.type === "failed") {
          cause = message.message;
          this.#log.error("embedded database failed", { pid: child.process.pid, error: cause });
        } else if (message.type === "log") this.#log[message.level](message.message, message.fields);
      });
      child.process.on("error", (error) => {
        // If the process could not be started, there will be no "exit" event to wait for.
        if (child.process.pid === undefined) this.#child = undefined;
        reject(error);
      });
      child.process.once("exit", (code, signal) => {
        if (this.#child === child) this.#child = undefined;
        if (created && code === 0 && !this.#stopping) fulfil("initialised");
        else {
          const detail = cause ?? (child.stderrTail() || `code ${code}, signal ${signal}`);
          reject(new Error(`The embedded database ended before it was ready: ${detail}`));
        }
      });
    });
  }

  #ended(child: SpawnedChild, how: { code: number | null; signal: string | null }): void {
    this.#unwatch?.();
    if (this.#stopping) return;
    tallies().embeddedEnded += 1;
    this.#log.error("embedded database ended; restarting it", { ...how, stderr: child.stderrTail() });
    this.#restartLater();
  }

  #restartLater(): void {
    const wait = BACKOFF_MS[this.#crashes] ?? SLOW_RETRY_MS;
    this.#crashes += 1;
    if (wait === SLOW_RETRY_MS) {
      this.#log.error("embedded database keeps failing; trying again every 30 s", { crashes: this.#crashes });
    }
    this.#retry = setTimeout(() => {
      this.start().catch((error: unknown) => {
        if (this.#stopping) return;
        this.#log.error("embedded database could not be restarted", { error: String(error) });
        this.#restartLater();
      });
    }, wait);
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

/**
 * Starts the embedded Postgres in a child process, and restarts it whenever it ends or hangs. Resolves when
 * a query was answered; rejects with a message for the operator when the data directory is in use by another
 * process or cannot be opened. The child ends with this process, however that ends.
 */
export async function startEmbedded(options: StartEmbeddedOptions): Promise<EmbeddedDatabase> {
  const supervisor = new Supervisor(options);
  try {
    await supervisor.start();
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
  return { url: supervisor.url, pid: () => supervisor.pid(), stop: () => supervisor.stop() };
}
