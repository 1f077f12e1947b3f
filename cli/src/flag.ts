import type { z } from "zod";
import type { Environment as EnvironmentContract } from "@/lib/environments/contract";
import { findEnvironment } from "@/lib/environments/find-environment";
import type { Flag as FlagContract, FlagKey as FlagKeyContract } from "@/lib/flags/contract";
import { confirmHeader } from "@/lib/operations/operation";
import type { Api } from "./api";
import type { Command, Context, Option } from "./command";
import { Failure, usage } from "./failure";
import { nearest } from "./nearest";
import { plainText } from "./terminal";

type Flag = z.output<typeof FlagContract>;
type FlagKey = z.output<typeof FlagKeyContract>;
type Environment = z.output<typeof EnvironmentContract>;
type Keyed = { id: string; key: string };

const pathOf = async (api: Api, rest: string) =>
  `/api/projects/${(await api.own()).project.referenceId}/${rest}`;

const changeOptions: Readonly<Record<string, Option>> = {
  env: {
    type: "string",
    short: "e",
    value: "key",
    help: "the environment; needed if the project has several",
  },
  confirm: {
    type: "string",
    value: "key",
    help: "the key of a protected environment, to confirm the change",
  },
};

const writeScopes = ["flags:write", "admin"] as const;

/** The environment of `--env`, or the only one. A default could be production. */
async function environmentFor({ given }: Context, api: Api): Promise<Environment> {
  const environments = await api.all<Environment>(await pathOf(api, "environments"));
  const wanted = given.text("env");
  const keys = environments.map(({ key }) => key);
  const [only] = environments;
  if (wanted === undefined && only && environments.length === 1) return only;
  if (wanted === undefined) throw usage(`Name the environment with --env: ${keys.join(", ")}.`);
  const found = findEnvironment(environments, wanted);
  if (found) return found;
  throw new Failure(
    "notFound",
    `There is no environment ${plainText(wanted)}. Available: ${keys.join(", ")}.`,
  );
}

const headersOf = ({ given }: Context): Record<string, string> => {
  const confirm = given.text("confirm");
  return confirm === undefined ? {} : { [confirmHeader]: confirm };
};

async function flagIn(api: Api, key: string, environment: Environment): Promise<Flag> {
  const [row] = await api.all<FlagKey>(await pathOf(api, "flag-keys"), { key });
  const flag = row?.flags.find((each) => each.environment.key === environment.key);
  if (flag) return flag;
  if (row) {
    const create = `fieldkit flag create ${key} --env ${environment.key}`;
    throw new Failure("notFound", `${key} doesn't exist in ${environment.key}. Create it there: ${create}`);
  }
  const groups = await groupsWith(api, key);
  if (groups.length > 0) {
    const where = `the group${groups.length > 1 ? "s" : ""} ${groups.map((each) => plainText(each)).join(", ")}`;
    const how = "Change flags of groups in the dashboard or with fieldkit flags push.";
    throw new Failure("notFound", `${key} isn't a global flag. It is a flag of ${where}. ${how}`);
  }
  const rows = await api.all<FlagKey>(await pathOf(api, "flag-keys"), { fields: "key" });
  const near = nearest(
    key,
    rows.map((each) => each.key),
  );
  throw new Failure("notFound", `There is no global flag ${key}.${near ? ` Did you mean ${near}?` : ""}`);
}

/** SDKs return a group's flag of the same key instead of the global one. */
async function warnOfGroups({ terminal }: Context, api: Api, key: string): Promise<void> {
  const groups = await groupsWith(api, key);
  if (groups.length === 0) return;
  const which = `${groups.length > 1 ? "the groups" : "the group"} ${groups.map((each) => plainText(each)).join(", ")}`;
  terminal.say(terminal.paint("yellow", `SDKs return the flag ${key} of ${which} instead of this one.`));
}

/** The keys of the groups that have a flag of this key. */
async function groupsWith(api: Api, key: string): Promise<string[]> {
  const groups = await api.all<Keyed>(await pathOf(api, "groups"), { sort: "key" });
  const hasFlag = async ({ id }: Keyed) => {
    const flags = await api.all<Keyed>(await pathOf(api, `groups/${id}/flags`), { q: key });
    return flags.some((each) => each.key === key);
  };
  const found: string[] = [];
  // A project has up to 1,000 groups.
  for (let at = 0; at < groups.length; at += parallelMax) {
    const some = groups.slice(at, at + parallelMax);
    const answers = await Promise.all(some.map(hasFlag));
    found.push(...some.filter((_, place) => answers[place]).map((group) => group.key));
  }
  return found;
}

const parallelMax = 10;

function toggle(enabled: boolean): Command {
  const state = enabled ? "on" : "off";
  return {
    name: `flag ${state}`,
    positionals: "<key>",
    positionalsMax: 1,
    summary: `Turn a global flag ${state} in an environment`,
    options: changeOptions,
    examples: [
      [`fieldkit flag ${state} new-checkout --env staging`, `turn a flag ${state}`],
      [
        `fieldkit flag ${state} new-checkout --env production --confirm production`,
        "in a protected environment",
      ],
    ],
    scopes: writeScopes,
    writes: true,
    async run(context) {
      const { given, terminal } = context;
      const key = given.required(0, `Name the flag: fieldkit flag ${state} <key>`);
      const api = await context.api();
      const environment = await environmentFor(context, api);
      const before = await flagIn(api, key, environment);
      const flag = before.enabled === enabled ? before : await put(context, api, before, enabled);
      const rollout = flag.enabled && flag.rollout < 100 ? ` for ${flag.rollout}%` : "";
      const already = before.enabled === enabled ? "already " : "";
      if (terminal.json) terminal.printJson(flag);
      else terminal.print(`${key} is ${already}${state} in ${plainText(environment.key)}${rollout}.`);
      await warnOfGroups(context, api, key);
      return undefined;
    },
  };
}

async function put(context: Context, api: Api, { id, updatedAt }: Flag, enabled: boolean): Promise<Flag> {
  const headers = { ...headersOf(context), "if-match": `"${updatedAt}"` };
  return (await api.call("PUT", await pathOf(api, `flags/${id}`), { body: { enabled }, headers }))
    .body as Flag;
}

export const flagOn = toggle(true);
export const flagOff = toggle(false);

export const flagCreate: Command = {
  name: "flag create",
  positionals: "<key>",
  positionalsMax: 1,
  summary: "Create a global flag in an environment, turned off",
  options: {
    ...changeOptions,
    name: { type: "string", value: "text", help: "the flag's name (its key)" },
    on: { type: "boolean", help: "turn the flag on" },
  },
  examples: [["fieldkit flag create new-checkout --env staging --on", "create a flag and turn it on"]],
  scopes: writeScopes,
  writes: true,
  async run(context) {
    const { given, terminal } = context;
    const key = given.required(0, "Name the flag: fieldkit flag create <key>");
    const api = await context.api();
    const environment = await environmentFor(context, api);
    const body = {
      ...{ key, name: given.text("name") ?? key, enabled: given.is("on") },
      environmentKey: environment.key,
    };
    const answer = await api.call("POST", await pathOf(api, "flags"), { body, headers: headersOf(context) });
    if (terminal.json) terminal.printJson(answer.body);
    else
      terminal.print(
        `Created ${key} in ${plainText(environment.key)}. It is ${given.is("on") ? "on" : "off"}.`,
      );
    await warnOfGroups(context, api, key);
    return undefined;
  },
};

export const flagList: Command = {
  name: "flag list",
  summary: "List the global flags of the project, with each environment",
  options: { env: { type: "string", short: "e", value: "key", help: "only this environment" } },
  examples: [["fieldkit flag list --env production", "the flags of an environment"]],
  scopes: ["flags:write", "flags:read", "read", "admin"],
  async run(context) {
    const { given, terminal } = context;
    const api = await context.api();
    const only = given.text("env") === undefined ? undefined : await environmentFor(context, api);
    const rows = await api.all<FlagKey>(await pathOf(api, "flag-keys"), { sort: "key" });
    const shown = rows
      .map((row) => ({
        ...row,
        flags: row.flags.filter((each) => !only || each.environment.key === only.key),
      }))
      .filter(({ flags }) => flags.length > 0);
    if (terminal.json) {
      terminal.printJson(shown);
      return undefined;
    }
    if (shown.length === 0) terminal.say("No global flags yet. Create one with fieldkit flag create <key>.");
    const width = Math.max(0, ...shown.map(({ key }) => key.length));
    for (const { key, flags } of shown) {
      const states = flags.map((flag) => `${plainText(flag.environment.key)} ${stateOf(flag)}`);
      terminal.print(`${key.padEnd(width)}  ${terminal.paint("dim", states.join(", "))}`);
    }
    return undefined;
  },
};

const stateOf = ({ enabled, rollout }: Flag) =>
  !enabled ? "off" : rollout < 100 ? `on for ${rollout}%` : "on";
