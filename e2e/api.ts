/**
 * `npm run api -- <file or name>`: starts a door of its own and runs tests of the API against it. Unknown
 * options are passed to Vitest. `--door next` and `--door functions` take the other doors, which have to be built first, and
 * `--smoke` the tests that run against every door.
 */
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { openTemporaryFolder } from "@/lib/platform/fixtures/temporary-folder";
import { build, bundleServer } from "@/server/build";
import { packCli } from "@/server/build-cli";
import { packSdk } from "@/server/build-sdk";
import { isBuilt } from "@/server/build-stamp";
import { commands } from "@/server/commands";
import type { DoorName } from "./door";
import { descendantsOf, killLeft } from "./processes";

const { door, project, rest } = readArguments(process.argv.slice(2));
// Temporary files of this run and of all its processes, including tests that are interrupted before they clean up.
const removeFiles = openTemporaryFolder();
if (door === "server") process.env.FIELDKIT_PAGES = "none";

let interrupt: ((signal: NodeJS.Signals) => void) | undefined;
let interruptedBy: NodeJS.Signals | undefined;
const started = new Set<number>();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    interruptedBy ??= signal;
    // Once their parents are gone they can't be found any more.
    for (const pid of descendantsOf(process.pid)) started.add(pid);
    interrupt?.(signal);
  });
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!interruptedBy) process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await killLeft([...started], 10_000);
  removeFiles();
}
if (interruptedBy) process.exitCode = 128 + constants.signals[interruptedBy];

async function main(): Promise<number> {
  const { serverWithoutPages, startDoor, suiteEnv } = await import("./door");
  const entries = { server: "server/main.ts", user: commands.user };
  if (door === "server") {
    await Promise.all([packSdk(), packCli()]);
    await bundleServer(dirname(serverWithoutPages), entries);
  } else if (!isBuilt()) await build();
  if (interruptedBy) return 1;
  const service = await startDoor(door, {}, { cheapPasswords: project === "api" });
  try {
    return await vitest(suiteEnv(door, service));
  } finally {
    await service.stop();
  }
}

function vitest(env: Record<string, string>): Promise<number> {
  if (interruptedBy) return Promise.resolve(1);
  const args = ["node_modules/vitest/vitest.mjs", "run", "--project", project, ...rest];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: "inherit" });
    interrupt = (signal) => child.kill(signal);
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

function isDoor(name: string): name is DoorName {
  return name === "server" || name === "next" || name === "functions";
}

function readArguments(args: string[]): { door: DoorName; project: string; rest: string[] } {
  const options = { door: { type: "string" }, smoke: { type: "boolean" } } as const;
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true });
  let door = "server";
  let project = "api";
  const own = new Set<number>();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    if (token.name === "smoke") {
      project = "smoke";
      own.add(token.index);
    }
    if (token.name !== "door") continue;
    door = token.value ?? "";
    own.add(token.index);
    if (!token.inlineValue) own.add(token.index + 1);
  }
  if (!isDoor(door)) {
    process.stderr.write("--door takes server, next or functions.\n");
    process.exit(2);
  }
  return { door, project, rest: args.filter((_, at) => !own.has(at)) };
}
