import { Api } from "../api";
import { type Command, commonOptions } from "../command";
import { commandFirst, isCommon } from "../command-first";
import { pages } from "../open";
import { profileFor, readProfiles } from "../profiles";
import type { Environment } from "../terminal";
import { samples } from "../trigger/samples";
import { shells } from "./completion";

/** A shell waits for the answer while somebody types. */
const withinMs = 2000;

/** What may stand in place of the last word. Never throws: a shell has nowhere to show an error. */
export async function candidates(
  words: readonly string[],
  commands: readonly Command[],
  env: Environment,
): Promise<string[]> {
  const found = await all(words, commands, env).catch(() => []);
  const last = words.at(-1) ?? "";
  // A line break would be two words.
  return found.filter((each) => each.startsWith(last) && !/[\r\n]/.test(each));
}

async function all(
  words: readonly string[],
  commands: readonly Command[],
  env: Environment,
): Promise<string[]> {
  const given = words.slice(0, -1);
  if (given.at(-1) === "--profile") return valuesOf("profile", env);
  const before = commandFirst(given);
  const last = words.at(-1) ?? "";
  const command = commands.find(({ name }) => before.slice(0, name.split(" ").length).join(" ") === name);
  if (!command) return last.startsWith("-") ? names(commonOptions) : namesAfter(before, commands);
  const options = { ...command.options, ...commonOptions };
  const previous = given.at(-1) ?? "";
  const asked = Object.entries(options).find(
    ([name, { type, short }]) => type === "string" && (previous === `--${name}` || previous === `-${short}`),
  )?.[0];
  if (asked === "env") return namesOf("environments", "key", before, env);
  if (asked !== undefined) return valuesOf(asked, env);
  if (last.startsWith("-")) return names(options);
  const place = before.slice(command.name.split(" ").length).filter((word) => !word.startsWith("-")).length;
  return positionalsOf(command.name, place, before, env);
}

const names = (options: Readonly<Record<string, unknown>>) => Object.keys(options).map((name) => `--${name}`);

/** Names of commands, word by word. */
function namesAfter(given: readonly string[], commands: readonly Command[]): string[] {
  const before = given.filter((word, at) => !isCommon(word) && given[at - 1] !== "--profile");
  const isHelp = before[0] === "help";
  const start = isHelp ? before.slice(1) : before;
  const fitting = commands
    .map(({ name }) => name.split(" "))
    .filter((parts) => start.every((word, at) => parts[at] === word));
  const next = fitting.flatMap((parts) => parts[start.length] ?? []);
  return [...new Set(start.length === 0 && !isHelp ? [...next, "help"] : next)];
}

async function valuesOf(option: string, env: Environment): Promise<string[]> {
  if (option === "sample") return samples.map(({ name }) => name);
  if (option === "profile") return Object.keys(readProfiles(env).profiles);
  return option === "after" ? ["last", "none"] : [];
}

async function positionalsOf(
  command: string,
  place: number,
  before: readonly string[],
  env: Environment,
): Promise<string[]> {
  if (command === "open" && place === 0) return Object.keys(pages);
  if (command === "open" && before.includes("inbox")) return namesOf("webhooks", "name", before, env);
  if (command === "completion") return shells;
  if (place > 0) return [];
  if (command === "flag on" || command === "flag off") return namesOf("flag-keys", "key", before, env);
  return command === "listen" || command === "trigger" ? namesOf("webhooks", "name", before, env) : [];
}

/** A field of the first rows of a list of the project. */
async function namesOf(
  list: "webhooks" | "flag-keys" | "environments",
  field: "name" | "key",
  before: readonly string[],
  env: Environment,
): Promise<string[]> {
  const named = before.indexOf("--profile");
  const { url, key } = profileFor(env, named === -1 ? undefined : before[named + 1]);
  const api = new Api(url, key, { ended: AbortSignal.timeout(withinMs) });
  const { project } = await api.own();
  const id = list === "webhooks" ? project.id : project.referenceId;
  const query = { sort: field, fields: field, limit: 200 };
  const rows = await api.get<Record<string, unknown>[]>(`/api/projects/${id}/${list}`, { query });
  return rows.map((row) => String(row[field]));
}
