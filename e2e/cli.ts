import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { Terminal } from "@/cli/src/terminal";
import { bundledCli } from "@/server/build-cli";

export type Ended = { code: number | null; stdout: string; stderr: string };
type Given = { env?: Record<string, string>; input?: string; cwd?: string };

/** The command line, built and run as it is everywhere: a file in a folder that has nothing else, and somebody's home. */
export class Cli {
  readonly #running = new Set<ChildProcess>();

  private constructor(
    readonly folder: string,
    readonly program: string,
  ) {}

  static async build(): Promise<Cli> {
    const folder = await mkdtemp(join(tmpdir(), "fieldkit-cli-"));
    const program = join(folder, "cli.mjs");
    await writeFile(program, await bundledCli());
    return new Cli(folder, program);
  }

  get configHome(): string {
    return join(this.folder, "config");
  }

  /** Somebody's home. */
  get env(): Record<string, string> {
    const state = join(this.folder, "state");
    return { HOME: this.folder, XDG_CONFIG_HOME: this.configHome, XDG_STATE_HOME: state };
  }

  /** Starts it. What it prints grows in `out` and `err`. */
  start(args: string[], { env = {}, input, cwd = this.folder }: Given = {}) {
    const child = spawn(process.execPath, [this.program, ...args], {
      cwd,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        ...this.env,
        ...env,
      },
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.#running.add(child);
    child.stdin.on("error", () => {});
    child.stdin.end(input ?? "");
    const started = {
      child,
      out: "",
      err: "",
      /** The lines of `--json` so far. */
      events: () =>
        started.out
          .split("\n")
          .slice(0, -1)
          .map((line) => JSON.parse(line) as Record<string, unknown>),
      kill: (signal: NodeJS.Signals) => child.kill(signal),
      ended: new Promise<Ended>((resolve) => {
        child.once("close", (code) => {
          this.#running.delete(child);
          resolve({ code, stdout: started.out, stderr: started.err });
        });
      }),
    };
    child.stdout.setEncoding("utf8").on("data", (more: string) => {
      started.out += more;
    });
    child.stderr.setEncoding("utf8").on("data", (more: string) => {
      started.err += more;
    });
    return started;
  }

  run(args: string[], given: Given = {}): Promise<Ended> {
    return this.start(args, given).ended;
  }

  /** The same within this process, which takes a fraction of the time, for what is no matter of processes. */
  async call(args: string[], { env = {}, input = "", cwd = this.folder }: Given = {}): Promise<Ended> {
    // Browser tests, whose loader reads no JSON, only start it as a program.
    const { run } = await import("@/cli/src/run");
    const [stdin, stdout, stderr] = [Readable.from([input]), new PassThrough(), new PassThrough()];
    const own = { ...this.env, ...env };
    const streams = { stdin, stdout, stderr } as unknown as ConstructorParameters<typeof Terminal>[0];
    const [out, err] = [text(stdout), text(stderr)];
    const { signal: ended } = new AbortController();
    const code = await run(args, { terminal: new Terminal(streams, own), env: own, cwd, ended });
    stdout.end();
    stderr.end();
    return { code, stdout: await out, stderr: await err };
  }

  async remove(): Promise<void> {
    for (const child of this.#running) child.kill("SIGKILL");
    await rm(this.folder, { recursive: true, force: true });
  }
}

export type Running = ReturnType<Cli["start"]>;
