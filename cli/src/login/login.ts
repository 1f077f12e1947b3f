import { isSameOrigin } from "@/lib/platform/hosts/same-origin";
import { Api, type OwnKey } from "../api";
import type { Command, Context } from "../command";
import { Failure, usage } from "../failure";
import {
  baseUrl,
  configFile,
  environmentOf,
  type Profiles,
  profileFor,
  readProfiles,
  writeProfiles,
} from "../profiles";
import { type Environment, plainText } from "../terminal";
import { keyByBrowser } from "./browser";

export const login: Command = {
  name: "login",
  positionals: "[url]",
  positionalsMax: 1,
  summary: "Sign in to a project of an instance",
  details: [
    "Opens your browser, where you select the project and the scopes. On a machine without a browser, create a key in",
    "the dashboard and pass it with --key -, which reads it from stdin and keeps it out of the process list.",
    "In a pipeline, set FIELDKIT_URL and FIELDKIT_API_KEY instead of signing in.",
  ],
  options: {
    key: {
      type: "string",
      value: "key|-",
      help: "use this API key instead of the browser; - reads it from stdin",
    },
    name: { type: "string", value: "name", help: "name of the profile (default: host/team/project)" },
    "if-needed": { type: "boolean", help: "do nothing if you are signed in to the instance already" },
    "no-browser": { type: "boolean", help: "only print the URL to open" },
  },
  examples: [
    ["fieldkit login https://fieldkit.example.com", "select a project in the browser"],
    ["fieldkit login https://fieldkit.example.com --key - < key.txt", "sign in with a key"],
  ],
  async run(context) {
    const { given, env, terminal } = context;
    const known = readProfiles(env);
    const url = instanceOf(context, known);
    if (given.is("if-needed") && (await isSignedIn(context, url))) return undefined;
    const key = (await givenKey(context, url)) ?? (await keyByBrowser(context, url, "login"));
    const own = await new Api(url, key, { ended: context.ended }).own();
    const name = given.text("name") ?? nameOf(url, own);
    const profile = { url, key, project: own.project.name };
    writeProfiles(env, { current: name, profiles: { ...known.profiles, [name]: profile } });
    if (terminal.json) terminal.printJson({ profile: name, url, ...shown(own) });
    else {
      terminal.say(`Signed in to ${plainText(own.project.name)} at ${url} with ${accessOf(own)}.`);
      terminal.say(
        terminal.paint("dim", `The key is stored in ${configFile(env)}, which only you can read.`),
      );
      for (const warning of warningsOf(env, { name, url, key })) {
        terminal.say(terminal.paint("yellow", warning));
      }
    }
    return undefined;
  },
};

/** Whether the next command reaches the instance with a valid key. */
async function isSignedIn({ env, given, terminal, ended }: Context, url: string): Promise<boolean> {
  try {
    const chosen = profileFor(env, given.text("profile"));
    if (!isSameOrigin(new URL(chosen.url), new URL(url))) return false;
    const own = await new Api(chosen.url, chosen.key, { ended }).own();
    if (terminal.json) terminal.printJson({ profile: chosen.name, url: chosen.url, ...shown(own) });
    else terminal.say(`Signed in to ${plainText(own.project.name)} at ${chosen.url}.`);
    return true;
  } catch (error) {
    if (error instanceof Failure && (error.kind === "refused" || error.kind === "usage")) return false;
    throw error;
  }
}

function instanceOf({ given, env }: Context, { current, profiles }: Profiles): string {
  const address = given.positionals[0] ?? (env.FIELDKIT_URL || (current && profiles[current]?.url));
  if (!address) throw usage("Name the instance: fieldkit login https://fieldkit.example.com");
  return baseUrl(address);
}

/** Why the next command won't use the profile. */
function warningsOf(
  env: Environment,
  { name, url, key }: { name: string; url: string; key: string },
): string[] {
  const { FIELDKIT_URL, FIELDKIT_API_KEY, FIELDKIT_PROFILE } = env;
  if (FIELDKIT_API_KEY && !FIELDKIT_URL) {
    return ["FIELDKIT_API_KEY is set without FIELDKIT_URL. Unset it to use this profile."];
  }
  if (FIELDKIT_API_KEY && FIELDKIT_API_KEY !== key) {
    return ["FIELDKIT_URL and FIELDKIT_API_KEY are set and take precedence. Unset them to use this profile."];
  }
  if (FIELDKIT_URL && !isSameOrigin(new URL(baseUrl(FIELDKIT_URL, "FIELDKIT_URL")), new URL(url))) {
    return [`FIELDKIT_URL is ${FIELDKIT_URL}. Unset it to use this profile.`];
  }
  if (!FIELDKIT_API_KEY && FIELDKIT_PROFILE && FIELDKIT_PROFILE !== name) {
    return [`FIELDKIT_PROFILE is ${FIELDKIT_PROFILE} and takes precedence. Unset it to use this profile.`];
  }
  return [];
}

const nameOf = (url: string, { team, project }: OwnKey) =>
  `${new URL(url).host}/${team.slug}/${project.slug}`;

function accessOf({ scope, scopes, personal }: OwnKey): string {
  const named = `the scope${scopes.length === 1 ? "" : "s"} ${scopes.join(", ")}`;
  if (!personal) return named;
  return scope === "admin" ? "everything that your role allows" : `${named}, within your role`;
}

const shown = ({ name, scope, scopes, personal, expiresAt, project, team, addresses }: OwnKey) => ({
  ...{ key: name, ...(scope && { scope }), scopes, personal, expiresAt, project, team, addresses },
});

/**
 * The key of `--key`, if it is given.
 * @throws {Failure} `usage` where the environment has a key for the instance: it isn't meant to be stored
 */
async function givenKey({ given, env, terminal }: Context, url: string): Promise<string | undefined> {
  const option = given.text("key");
  if (option === undefined && isInEnvironment(env, url)) {
    throw usage(
      "FIELDKIT_URL and FIELDKIT_API_KEY are set, and commands use them without a login. Unset them to sign in.",
    );
  }
  const key = (option === "-" ? await terminal.piped() : option)?.trim();
  if (key === "") throw usage("The key is empty.");
  return key;
}

function isInEnvironment(env: Environment, url: string): boolean {
  const { url: own, key } = environmentOf(env);
  return key !== undefined && own !== undefined && isSameOrigin(new URL(own), new URL(url));
}

export const logout: Command = {
  name: "logout",
  summary: "Remove a profile and its key from this machine",
  details: ["The key stays valid until you revoke it on the project's API keys page."],
  options: { all: { type: "boolean", help: "remove all profiles" } },
  examples: [["fieldkit logout", "remove the current profile"]],
  async run({ env, given, terminal }) {
    const { current, profiles } = readProfiles(env);
    if (given.is("all")) {
      writeProfiles(env, { current: null, profiles: {} });
      if (terminal.json) terminal.printJson({ removed: Object.keys(profiles), current: null });
      else terminal.say("Removed all profiles.");
      return undefined;
    }
    const name = given.text("profile") ?? (env.FIELDKIT_PROFILE || current);
    if (!name) throw usage("There are no profiles.");
    if (!Object.hasOwn(profiles, name)) throw usage(`There is no profile ${name}.`);
    const { [name]: _, ...others } = profiles;
    const next = name === current ? (Object.keys(others)[0] ?? null) : current;
    writeProfiles(env, { current: next, profiles: others });
    if (terminal.json) terminal.printJson({ removed: [name], current: next });
    else terminal.say(`Removed the profile ${name}. ${currentOf(others, next)}`);
    return undefined;
  },
};

function currentOf(profiles: Profiles["profiles"], name: string | null): string {
  const profile = name === null ? undefined : profiles[name];
  if (!profile) return "No profile is current now.";
  return `The current profile is ${name}: ${plainText(profile.project)} at ${profile.url}.`;
}

export const whoami: Command = {
  name: "whoami",
  summary: "Show the current instance, project and access",
  examples: [["fieldkit whoami --json", "for scripts"]],
  async run(context) {
    const { env, given, terminal } = context;
    const api = await context.api();
    const { name } = profileFor(env, given.text("profile"));
    const own = await api.own();
    if (terminal.json) {
      terminal.printJson({ profile: name, url: api.url, ...shown(own) });
      return undefined;
    }
    const others = Object.keys(readProfiles(env).profiles).filter((each) => each !== name);
    const rows = [
      ["profile", name],
      ["instance", api.url],
      ["project", `${plainText(own.project.name)} (${own.team.slug}/${own.project.slug})`],
      ["key", `${own.prefix}… ${plainText(own.name)}`],
      ["access", accessOf(own)],
      ["expires", own.expiresAt ?? "never"],
      ["others", others.join(", ") || "no other profiles"],
    ];
    for (const [label = "", value = ""] of rows) {
      terminal.print(`${terminal.paint("dim", label.padEnd(9))} ${value}`);
    }
    return undefined;
  },
};
