import type { ChildProcess } from "node:child_process";
import type { Hub } from "@/lib/platform/ipc/hub";
import type { Member, MemberKind } from "@/lib/platform/ipc/member";
import { type FromChild, isOurs } from "@/lib/platform/ipc/messages";
import { log } from "@/lib/platform/log/log";
import { RestartDelays } from "@/lib/platform/process/restart-delays";

type Options = {
  /** For the log. */
  name: string;
  kind: MemberKind;
  hub: Hub;
  fork: () => ChildProcess;
  /** How long it may take to end when it is told to, in ms. */
  endWithinMs: number;
};

/** How long a child may take to start, in ms: on a busy machine Next alone needs a minute. */
const readyWithinMs = 180_000;
/** How often a child is asked whether it is alive, and how long it may take to answer, in ms. */
const askEveryMs = 5000;
const answerWithinMs = 20_000;

/** A child process that is started again whenever it ends or hangs. */
export class KeptChild {
  readonly #options: Options;
  readonly #delays = new RestartDelays();
  #child: ChildProcess | undefined;
  #member: Member | undefined;
  #ready: Promise<void> = Promise.resolve();
  #retry: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves when the child serves. Rejects if it ends first, with what it said of the reason. */
  start(): Promise<void> {
    this.#ready = this.#start();
    return this.#ready;
  }

  /** Whether the child serves, now or within this time in ms. */
  async isReady(withinMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, withinMs, false);
    });
    const ready = this.#ready.then(
      () => true,
      () => false,
    );
    const found = await Promise.race([ready, late]);
    clearTimeout(timer);
    return found;
  }

  /** Has the child end; resolves when it has. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#retry);
    const child = this.#child;
    if (!child || hasEnded(child)) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    this.#member?.send({ type: "end" });
    const kill = setTimeout(() => child.kill("SIGKILL"), this.#options.endWithinMs);
    await ended;
    clearTimeout(kill);
  }

  async #start(): Promise<void> {
    const { name, kind, hub, fork } = this.#options;
    const child = fork();
    const member = hub.add(kind, child);
    this.#child = child;
    this.#member = member;
    const impatient = setTimeout(() => child.kill("SIGKILL"), readyWithinMs);
    await becomesReady(child, name).finally(() => clearTimeout(impatient));
    const readyAt = performance.now();
    const asking = setInterval(() => {
      void hub.isAlive(member, answerWithinMs).then((isAlive) => {
        // One that has let go of its channel is about to end.
        if (isAlive || !child.connected) return;
        log().error({ pid: child.pid, process: name }, "a process does not answer; it is started again");
        child.kill("SIGKILL");
      });
    }, askEveryMs);
    child.once("exit", (code, signal) => {
      clearInterval(asking);
      if (!this.#isStopping) this.#restartLater(performance.now() - readyAt, { code, signal });
    });
  }

  #restartLater(ranMs: number, seen: object): void {
    const { waitMs, failures, isTold } = this.#delays.next(ranMs, performance.now());
    const fields = { ...seen, process: this.#options.name, failures, waitMs };
    if (isTold) log().error(fields, "a process ended by itself; it is started again");
    this.#ready = new Promise<void>((resolve) => {
      this.#retry = setTimeout(resolve, waitMs);
    }).then(() => this.#start());
    this.#ready.catch((err: unknown) => {
      if (!this.#isStopping) this.#restartLater(0, { err });
    });
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

function becomesReady(child: ChildProcess, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let reason: string | undefined;
    child.on("message", (message) => {
      if (!isOurs(message)) return;
      const { type, ...rest } = message as FromChild;
      if (type === "ready") resolve();
      else if (type === "failed" && "message" in rest) reason = String(rest.message);
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      reject(
        new Error(reason ?? `The process of the ${name} ended by itself (${signal ?? `code ${code}`}).`),
      );
    });
  });
}
