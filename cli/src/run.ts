import { Api, announce } from "./api";
import { type Command, type Context, Given, readGiven } from "./command";
import { commandFirst, isCommon } from "./command-first";
import { commands } from "./commands";
import { candidates } from "./completion/candidates";
import { exitCodes, Failure, FileFailure, interrupted, messageOf, ScopeFailure, usage } from "./failure";
import { helpOf, overview } from "./help";
import { nearest } from "./nearest";
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
    terminal.print(asked.length > 0 ? helpOf(commandOf(asked).command) : overview(commands));
    return exitCodes.done;
  }
  const { command, rest } = commandOf(args);
  if (rest.includes("--help") || rest.includes("-h")) {
    terminal.print(helpOf(command));
    return exitCodes.done;
  }
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

/** @throws {Failure} `usage` that suggests what was meant */
function commandOf(args: readonly string[]): { command: Command; rest: readonly string[] } {
  const names = commands.map(({ name }) => name);
  for (const words of [2, 1]) {
    const name = args.slice(0, words).join(" ");
    const command = commands.find((each) => each.name === name);
    if (command) return { command, rest: args.slice(words) };
  }
  const [first = "", second = ""] = args;
  const family = names.filter((name) => name.startsWith(`${first} `));
  if (family.length > 0) throw usage(`${first} needs a subcommand: ${family.join(", ")}.`);
  const near = nearest(`${first} ${second}`.trim(), names) ?? nearest(first, names);
  throw usage(`There is no command ${first}. ${near ? `Did you mean ${near}?` : "Try: fieldkit help"}`);
}
