import { Api, type OwnKey } from "../api";
import type { Command, Context } from "../command";
import { Failure, usage } from "../failure";
import { baseUrl, configFile, profileFor, readProfiles, writeProfiles } from "../profiles";
import { plainText } from "../terminal";
import { keyByBrowser } from "./browser";

export const login: Command = {
  name: "login",
  positionals: "[url]",
  positionalsMax: 1,
  summary: "Sign in to an instance, for one of its projects",
  details: [
    "Opens the browser, where you choose the project and what the key may do. Where there is none, make a key in the",
    "dashboard and give it: --key - reads it from stdin, so that it is in no list of processes.",
    "FIELDKIT_URL and FIELDKIT_API_KEY take the place of a profile, such as in a pipeline.",
  ],
  options: {
    key: { type: "string", value: "key|-", help: "an API key instead of the browser; - reads it from stdin" },
    name: { type: "string", value: "name", help: "what the profile is called (host/team/project)" },
    "no-browser": { type: "boolean", help: "only print the address to open" },
  },
  examples: [
    ["fieldkit login https://fieldkit.example.com", "choose a project in the browser"],
    ["fieldkit login https://fieldkit.example.com --key - < key.txt", "sign in with a key"],
  ],
  async run(context) {
    const { given, env, terminal } = context;
    const known = readProfiles(env);
    const current = known.current === null ? undefined : known.profiles[known.current]?.url;
    const address = given.positionals[0] ?? env.FIELDKIT_URL ?? current;
    if (!address) throw usage("Say which instance: fieldkit login https://your-fieldkit.example.com");
    const url = baseUrl(address);
    const key = (await givenKey(context)) ?? (await keyByBrowser(context, url));
    const own = await new Api(url, key).own();
    const name = given.text("name") ?? nameOf(url, own);
    const profile = { url, key, project: own.project.name };
    writeProfiles(env, { current: name, profiles: { ...known.profiles, [name]: profile } });
    if (terminal.json) terminal.printJson({ profile: name, url, ...shown(own) });
    else {
      terminal.say(`Signed in to ${plainText(own.project.name)} at ${url} with ${accessOf(own)}.`);
      terminal.say(terminal.paint("dim", `The key is in ${configFile(env)}, which only you can read.`));
      if (env.FIELDKIT_API_KEY && env.FIELDKIT_API_KEY !== key) {
        terminal.say(
          terminal.paint(
            "yellow",
            "FIELDKIT_API_KEY is set and takes precedence. Unset it to use this profile.",
          ),
        );
      }
    }
    return undefined;
  },
};

const nameOf = (url: string, { team, project }: OwnKey) =>
  `${new URL(url).host}/${team.slug}/${project.slug}`;

function accessOf({ scope, scopes, personal }: OwnKey): string {
  if (!personal) return `${scopes.join(", ")} access`;
  return scope === "admin" ? "everything your role allows" : `${scopes.join(", ")} access, within your role`;
}

const shown = ({ name, scope, scopes, personal, expiresAt, project, team, addresses }: OwnKey) => ({
  ...{ key: name, ...(scope && { scope }), scopes, personal, expiresAt, project, team, addresses },
});

async function givenKey({ given, env, terminal }: Context): Promise<string | undefined> {
  const option = given.text("key") ?? env.FIELDKIT_API_KEY;
  const key = (option === "-" ? await terminal.piped() : option)?.trim();
  if (key === "") throw usage("The key is empty.");
  return key;
}

export const logout: Command = {
  name: "logout",
  summary: "Forget a profile and its key",
  details: ["The key itself stays valid: revoke it in the dashboard, on the page API keys."],
  options: { all: { type: "boolean", help: "forget all profiles" } },
  examples: [["fieldkit logout", "forget the profile that is in use"]],
  async run({ env, given, terminal }) {
    const { current, profiles } = readProfiles(env);
    const name = given.text("profile") ?? current;
    if (given.is("all")) writeProfiles(env, { current: null, profiles: {} });
    else {
      if (name === null || !profiles[name]) throw new Failure("usage", "There is no such profile.");
      const { [name]: _, ...others } = profiles;
      const next = name === current ? (Object.keys(others)[0] ?? null) : current;
      writeProfiles(env, { current: next, profiles: others });
    }
    terminal.say(given.is("all") ? "All profiles are forgotten." : `${name} is forgotten.`);
    return undefined;
  },
};

export const whoami: Command = {
  name: "whoami",
  summary: "Show the profile in use: instance, project, and what the key may do",
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
      ["others", others.join(", ") || "none"],
    ];
    for (const [label = "", value = ""] of rows) {
      terminal.print(`${terminal.paint("dim", label.padEnd(9))} ${value}`);
    }
    return undefined;
  },
};
