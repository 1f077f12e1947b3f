import { MessageChannel } from "node:worker_threads";
import { Piscina } from "piscina";
import { log } from "../log/log";
import { Gate } from "../process/gate";
import { singleton } from "../singleton";
import { answerCalls } from "./calls";
import type { Calls, Envelope, Program } from "./program";
import { programFile } from "./program-file";
import { WorkerError, type WorkerReason } from "./worker-error";

/** An idle thread keeps its memory, and starting one costs a fraction of a second. */
const idleMs = 30_000;
/** A thread that has not begun by then never will: its file is missing or broken. */
const startMs = 60_000;

type Pool = { gate: Gate; threads: Piscina | undefined; ending: AbortController };
const pools = () => singleton("worker pools", () => new Map<string, Pool>());

export type RunOptions<C extends Calls> = {
  /** Whose work it is: a project's or a team's id. Nobody waits for the many runs of somebody else. */
  key: string;
  /** Ends the run, and its thread, at once. */
  signal?: AbortSignal | undefined;
} & (Record<never, never> extends C ? { calls?: C } : { calls: C });

/**
 * Runs a program in a thread of its own, so that its work holds nobody else up. Whatever it does, only this run fails.
 * @throws {WorkerError}, the reason of the signal, or what the program throws (as a plain `Error`)
 */
export async function runInWorker<Input, Output, C extends Calls>(
  program: Program<Input, Output, C>,
  input: Input,
  { key, signal, calls }: RunOptions<C>,
): Promise<Output> {
  const pool = poolOf(program);
  const stop = new AbortController();
  const signals = [stop.signal, pool.ending.signal, ...(signal ? [signal] : [])];
  const stopped = AbortSignal.any(signals);
  const leave = await pool.gate.enter(key, stopped);
  if (!leave) throw new WorkerError("busy", program.name);
  const { port1, port2 } = new MessageChannel();
  const end = (reason: WorkerReason) => () => stop.abort(new WorkerError(reason, program.name));
  let timer = setTimeout(end("crashed"), startMs);
  answerCalls(port1, calls ?? {}, () => {
    clearTimeout(timer);
    timer = setTimeout(end("deadline"), program.runMs);
  });
  try {
    const envelope: Envelope<Input> = { input, port: port2 };
    const options = { transferList: [port2], signal: stopped };
    const output: Output = await threadsOf(pool, program).run(envelope, options);
    return output;
  } catch (error) {
    stopped.throwIfAborted();
    throw asWorkerError(error, program.name);
  } finally {
    clearTimeout(timer);
    port1.close();
    leave();
  }
}

/** Ends all threads, for a process that ends. Runs that are left fail. */
export async function endWorkers(): Promise<void> {
  const ended = [...pools()].map(async ([name, { threads, ending }]) => {
    ending.abort(new WorkerError("crashed", name, "the process ends"));
    await threads?.destroy();
  });
  pools().clear();
  await Promise.all(ended);
}

type PoolLimits = Pick<Program<never, never>, "name" | "threads" | "threadsOfOneKey" | "waiting">;

function poolOf({ name, threads, threadsOfOneKey = threads, waiting }: PoolLimits): Pool {
  const known = pools().get(name);
  if (known) return known;
  const limits = { running: threads, runningOfOne: threadsOfOneKey };
  const made: Pool = {
    gate: new Gate({ ...limits, waiting: waiting.all, waitingOfOne: waiting.ofOneKey }),
    threads: undefined,
    ending: new AbortController(),
  };
  pools().set(name, made);
  return made;
}

/**
 * The threads, started by the first run that needs them. What waits does so at our gate: the pool would forget its
 * own queue with the thread that dies.
 */
function threadsOf(
  pool: Pool,
  program: Parameters<typeof programFile>[0] & { threads: number; heapMb: number },
) {
  if (pool.threads) return pool.threads;
  const made = new Piscina({
    ...programFile(program),
    minThreads: 0,
    maxThreads: program.threads,
    idleTimeout: idleMs,
    atomics: "disabled",
    resourceLimits: { maxOldGenerationSizeMb: program.heapMb },
  });
  made.on("error", (err: unknown) => {
    log().error({ err, program: program.name }, "a worker thread ended");
    if (pool.threads === made) pool.threads = undefined;
    made.destroy().catch(() => {});
  });
  pool.threads = made;
  return made;
}

function asWorkerError(error: unknown, program: string): unknown {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: "" };
  if (code === "ERR_WORKER_OUT_OF_MEMORY") return new WorkerError("memory", program, error);
  const isGone = /^worker exited with code|^Terminating worker thread/.test(message ?? "");
  return isGone ? new WorkerError("crashed", program, error) : error;
}
