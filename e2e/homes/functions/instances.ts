import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { waitFor } from "../../processes";

type Told = { port?: number; ended?: number };
type Running = { child: ChildProcess; port: number; begun: number; ended: number };

export type StartInstance = { program: string; launcher: string; neonPort: number; env: NodeJS.ProcessEnv };

/** Makes the program that runs an instance, which has to start without a compiler. @returns its path */
export async function bundleInstance(folder: string): Promise<string> {
  const outfile = join(folder, "instance.cjs");
  const entry = fileURLToPath(new URL("instance.ts", import.meta.url));
  await build({ entryPoints: [entry], outfile, platform: "node", format: "cjs", bundle: true });
  return outfile;
}

/** How many instances a function has, so that two requests in a row never meet the same one. */
const instancesMax = 2;
const startedWithinMs = 120_000;

/**
 * The instances of one function. Each is frozen as soon as it has answered and nothing that it asked the platform to wait
 * for is under way, and goes on with its next request only.
 */
export class Instances {
  readonly #options: StartInstance;
  readonly #running: (Promise<Running> | undefined)[] = [];
  readonly #children = new Set<ChildProcess>();
  #next = 0;

  constructor(options: StartInstance) {
    this.#options = options;
  }

  /** The port of the instance whose turn it is, which is awake until that request is over. */
  async wake(): Promise<number> {
    const at = this.#next;
    this.#next = (at + 1) % instancesMax;
    this.#running[at] ??= this.#start();
    const running = await this.#running[at];
    if (running.child.exitCode !== null || running.child.signalCode !== null) {
      this.#running[at] = undefined;
      return this.wake();
    }
    running.begun += 1;
    running.child.kill("SIGCONT");
    return running.port;
  }

  async #start(): Promise<Running> {
    const { program, launcher, neonPort, env } = this.#options;
    const child = spawn(process.execPath, [program, launcher, String(neonPort)], {
      env,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.#children.add(child);
    child.once("exit", () => this.#children.delete(child));
    const running: Running = { child, port: 0, begun: 0, ended: 0 };
    child.on("message", ({ port, ended }: Told) => {
      running.port = port ?? running.port;
      running.ended = ended ?? running.ended;
      if (ended !== undefined && running.ended === running.begun) child.kill("SIGSTOP");
    });
    const isUp = await waitFor(() => running.port > 0 || child.exitCode !== null, startedWithinMs);
    if (!isUp || running.port === 0) throw new Error("A function did not start.");
    return running;
  }

  async stop(): Promise<void> {
    await Promise.all(
      [...this.#children].map(async (child) => {
        const ended = once(child, "exit");
        // A frozen process hears of nothing else.
        child.kill("SIGKILL");
        await ended;
      }),
    );
  }
}
