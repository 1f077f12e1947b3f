import { type Command, commonOptions, type Option } from "./command";
import { exitCodes } from "./failure";
import { familyOf, findCommand } from "./find-command";

/**
 * The help of a command, of a family of commands, or of all.
 * @throws {Failure} `usage` if there is none of this name
 */
export function helpFor(commands: readonly Command[], words: readonly string[]): string {
  const [first] = words;
  if (first === undefined) return overview(commands);
  const family = words.length === 1 ? familyOf(commands, first) : [];
  return family.length > 0 ? helpOfFamily(first, family) : helpOf(findCommand(commands, words).command);
}

/** Commands with their summaries, a line each. */
function linesOf(commands: readonly Command[]): string[] {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2;
  return commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`);
}

const helpOfFamily = (first: string, family: readonly Command[]): string =>
  [
    `Usage: fieldkit ${first} <command> [options]`,
    "",
    ...linesOf(family),
    "",
    `Run fieldkit help ${family[0]?.name} for options and examples of a command.`,
  ].join("\n");

/** The text of `fieldkit help`. */
function overview(commands: readonly Command[]): string {
  const codes = [
    "0 success, 1 failure or differences, 2 wrong command, option or variable, 3 no access, 4 not found,",
    `5 no response from the instance, ${exitCodes.missed} requests missed (with --fail-on-missed), ${exitCodes.interrupted} interrupted`,
  ];
  return [
    "Usage: fieldkit <command> [options]",
    "",
    ...linesOf(commands),
    "",
    "Run fieldkit help <command> for options and examples.",
    "",
    "Environment:",
    "  FIELDKIT_URL, FIELDKIT_API_KEY  an instance and a key of it, instead of a profile; set both",
    "  FIELDKIT_PROFILE                the profile to use",
    "  NO_COLOR                        no colors",
    "",
    "Exit codes:",
    ...codes.map((line) => `  ${line}`),
  ].join("\n");
}

export function helpOf(command: Command): string {
  const options = { ...command.options, ...commonOptions };
  const words = Object.entries(options).map(
    ([name, option]) => [signature(name, option), option.help] as const,
  );
  const width = Math.max(...words.map(([left]) => left.length)) + 2;
  return [
    `Usage: fieldkit ${[command.name, command.positionals, "[options]"].filter(Boolean).join(" ")}`,
    "",
    `${command.summary}.`,
    ...(command.details ? ["", ...command.details] : []),
    "",
    "Options:",
    ...words.map(([left, help]) => `  ${left.padEnd(width)}${help}`),
    "",
    "Examples:",
    ...command.examples.flatMap(([line, does]) => [`  ${line}`, `      ${does}`]),
  ].join("\n");
}

const signature = (name: string, { short, value }: Option) =>
  `${short ? `-${short}, ` : ""}--${name}${value ? ` <${value}>` : ""}`;
