import type { Command } from "./command";
import { usage } from "./failure";
import { nearest } from "./nearest";

export type Found = { command: Command; rest: readonly string[] };

/**
 * The command that arguments begin with.
 * @throws {Failure} `usage` that suggests what was meant
 */
export function findCommand(commands: readonly Command[], args: readonly string[]): Found {
  for (const words of [2, 1]) {
    const name = args.slice(0, words).join(" ");
    const command = commands.find((each) => each.name === name);
    if (command) return { command, rest: args.slice(words) };
  }
  const [first = "", second = ""] = args;
  const hasSecond = second !== "" && !second.startsWith("-");
  const names = commands.map(({ name }) => name);
  const family = familyOf(commands, first).map(({ name }) => name);
  if (family.length > 0 && !hasSecond) throw usage(`${first} needs a subcommand: ${family.join(", ")}.`);
  const given = hasSecond ? `${first} ${second}` : first;
  if (family.length > 0) {
    const near = nearest(given, family);
    const hint = near ? `Did you mean ${near}?` : `Available: ${family.join(", ")}.`;
    throw usage(`There is no command ${given}. ${hint}`);
  }
  const families = names.flatMap((name) => (name.includes(" ") ? [name.split(" ", 1)[0] ?? ""] : []));
  const near = nearest(given, names) ?? nearest(first, [...names, ...families]);
  throw usage(`There is no command ${first}. ${near ? `Did you mean ${near}?` : "Try: fieldkit help"}`);
}

/** The commands of two words that begin with this one. */
export const familyOf = (commands: readonly Command[], first: string): Command[] =>
  commands.filter(({ name }) => name.startsWith(`${first} `));
