import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { playwrightCounts, vitestCounts } from "./reports";
import { type Counts, StepError } from "./steps";

type Options = { env?: Record<string, string>; label: string; cwd?: string };

/** Runs a command and shows its output line by line, because others may run beside it. */
export async function run(command: string, args: string[], options: Options): Promise<undefined> {
  const code = await exitCode(command, args, options);
  if (code !== 0) throw new StepError(`\`${[command, ...args].join(" ")}\` ended with ${code}`);
  return undefined;
}

export function runVitest(args: string[], options: Options): Promise<Counts> {
  return counted(vitestCounts, options, (report, { env, label }) => ({
    args: ["vitest", "run", ...args, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    options: { env: env ?? {}, label },
  }));
}

export function runPlaywright(args: string[], options: Options): Promise<Counts> {
  return counted(playwrightCounts, options, (report, { env, label }) => ({
    args: ["playwright", "test", ...args, "--reporter=list,json"],
    options: { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }, label },
  }));
}

/** Runs tests that write a report, and reads it, whether they passed or not. */
async function counted(
  read: (report: string) => Counts,
  given: Options,
  command: (report: string, given: Options) => { args: string[]; options: Options },
): Promise<Counts> {
  const directory = await mkdtemp(join(tmpdir(), "fieldkit-report-"));
  const report = join(directory, "report.json");
  try {
    const { args, options } = command(report, given);
    const code = await exitCode("npx", args, options);
    const text = await readFile(report, "utf8").catch(() => undefined);
    if (text === undefined) throw new StepError(`The tests ended with ${code} and without a report`);
    const counts = read(text);
    if (counts.passed + counts.failed === 0) throw new StepError("There was no test", counts);
    if (code !== 0) throw new StepError(`The tests ended with ${code}`, counts);
    return counts;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function exitCode(command: string, args: string[], { env, label, cwd }: Options): Promise<number | null> {
  const { FORCE_COLOR: _, ...inherited } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...inherited, NO_COLOR: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const [stream, target] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      let rest = "";
      stream.setEncoding("utf8").on("data", (text: string) => {
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) target.write(`[${label}] ${line}\n`);
      });
      stream.on("end", () => rest && target.write(`[${label}] ${rest}\n`));
    }
    child.on("error", reject);
    child.on("close", resolve);
  });
}
