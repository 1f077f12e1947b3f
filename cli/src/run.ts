import { Api, announce } from "./api";
import { type Command, type Context, Given, readGiven } from "./command";
import { commandFirst, isCommon } from "./command-first";
import { commands } from "./commands";
import { candidates } from "./completion/candidates";
import { exitCodes, Failure, FileFailure, interrupted, messageOf, ScopeFailure } from "./failure";
import { findCommand } from "./find-command";
import { helpFor } from "./help";
import { profileFor } from "./profiles";
import type { Environment, Terminal } from "./terminal";
import { version } from "./version";

type World = { terminal: Terminal; env: Environment; cwd: string; ended: AbortSignal };

/** Runs one command. @returns the exit code */
export async function run(args: readonly string[], world: World): Promise<number> {
  const { terminal, ended } = world;
  // Before the command is known, so that its errors are JSON, too.
  terminal.json = args.includes("--json");
  try {
    return await Promise.race([runCommand(args, world), interruption(ended)]);
  } catch (error) {
    const kind = error instanceof Failure ? error.kind : "failed";
    if (error instanceof FileFailure) terminal.problems(error.problems);
    terminal.error(kind, messageOf(error), error instanceof FileFailure ? { problems: error.problems } : {});
    return exitCodes[kind];
  }
}

/** A command has this long to report its progress. */
const graceMs = 600;

function interruption(ended: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => setTimeout(() => reject(interrupted()), graceMs).unref();
    if (ended.aborted) end();
    else ended.addEventListener("abort", end, { once: true });
  });
}

async function runCommand(all: readonly string[], world: World): Promise<number> {
  const { terminal, env } = world;
  if (all[0] === "__complete") {
    for (const each of await candidates(all.slice(1), commands, env)) terminal.print(each);
    return exitCodes.done;
  }
  const args = commandFirst(all);
  const [first] = args;
  if (first === "--version" || first === "-v" || first === "version") {
    terminal.print(version);
    return exitCodes.done;
  }
  if (first === undefined || first === "help" || isCommon(first)) {
    const asked = args.slice(1).filter((each) => !each.startsWith("-"));
    terminal.print(helpFor(commands, asked));
    return exitCodes.done;
  }
  if (args.includes("--help") || args.includes("-h")) {
    terminal.print(helpFor(commands, wordsOf(args)));
    return exitCodes.done;
  }
  const { command, rest } = findCommand(commands, args);
  const given = readGiven(command, rest);
  let api: Promise<Api> | undefined;
  const context: Context = {
    ...world,
    given: new Given(given.positionals, given.values),
    api: () => {
      api ??= connect(command, given, world);
      return api;
    },
  };
  try {
    return (await command.run(context)) ?? exitCodes.done;
  } catch (error) {
    throw error instanceof ScopeFailure && command.scopes ? error.of(command.name, command.scopes) : error;
  }
}

async function connect(command: Command, given: Given, { env, terminal, ended }: World): Promise<Api> {
  const { url, key, isFromEnvironment } = profileFor(env, given.text("profile"));
  const api = new Api(url, key, { isFromEnvironment, ended });
  if (command.writes) await announce(terminal, api);
  return api;
}

/** The words that can name a command. */
function wordsOf(args: readonly string[]): readonly string[] {
  const at = args.findIndex((each) => each.startsWith("-"));
  return (at < 0 ? args : args.slice(0, at)).slice(0, 2);
}
