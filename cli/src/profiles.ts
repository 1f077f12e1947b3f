import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { isSameOrigin } from "@/lib/platform/hosts/same-origin";
import { Failure, usage } from "./failure";
import type { Environment } from "./terminal";

/** A key, where it is good, and which project it is for. */
export type Profile = { url: string; key: string; project: string };
export type Profiles = { current: string | null; profiles: Record<string, Profile> };

const folderOf = (env: Environment, variable: string, usual: string[]) =>
  join(env[variable] || join(env.HOME || homedir(), ...usual), "fieldkit");
export const configFolder = (env: Environment) => folderOf(env, "XDG_CONFIG_HOME", [".config"]);
export const stateFolder = (env: Environment) => folderOf(env, "XDG_STATE_HOME", [".local", "state"]);

export const configFile = (env: Environment) => join(configFolder(env), "config.json");

/** @throws {Failure} where the file cannot be read as what it is */
export function readProfiles(env: Environment): Profiles {
  const file = configFile(env);
  if (!existsSync(file)) return { current: null, profiles: {} };
  try {
    const { current, profiles } = JSON.parse(readFileSync(file, "utf8")) as Profiles;
    const isRead = typeof profiles === "object" && profiles !== null;
    if (isRead) return { current: current ?? null, profiles };
  } catch {
    // The message below covers files that are no JSON, too.
  }
  throw new Failure("failed", `Couldn't read ${file}. Correct it, or delete it and run fieldkit login.`);
}

export function writeProfiles(env: Environment, profiles: Profiles): void {
  writePrivately(configFile(env), `${JSON.stringify(profiles, null, 2)}\n`);
}

/** Writes a file that is its owner's alone, whole or not at all. */
export function writePrivately(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  // What an earlier process left there could have other rights.
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}

/** `isFromEnvironment` if the URL and the key are those of the environment. */
type Chosen = Profile & { name: string; isFromEnvironment: boolean };

/**
 * The instance and key to use. Both come from one source, so that no key reaches another instance than its own: the
 * profile of `--profile`, else the environment, else FIELDKIT_PROFILE or the current profile.
 * @throws {Failure} `usage` where sources are mixed, `refused` where there is none
 */
export function profileFor(env: Environment, flag: string | undefined): Chosen {
  const { url, key } = environmentOf(env);
  if (flag === undefined && url !== undefined && key !== undefined) {
    return { url, key, project: "", name: "FIELDKIT_API_KEY", isFromEnvironment: true };
  }
  const profile = { ...profileNamed(env, flag, url), isFromEnvironment: false };
  if (url === undefined || key !== undefined || isSameOrigin(new URL(url), new URL(profile.url)))
    return profile;
  throw usage(
    `FIELDKIT_URL is ${url}, but the profile ${profile.name} is for ${profile.url}. ` +
      `Set FIELDKIT_API_KEY too, unset FIELDKIT_URL, or select another profile.`,
  );
}

/**
 * What the environment says, where an empty variable counts as absent.
 * @throws {Failure} `usage` for a key without its instance
 */
export function environmentOf(env: Environment): { url?: string | undefined; key?: string | undefined } {
  const { FIELDKIT_URL: url, FIELDKIT_API_KEY: key } = env;
  if (key && !url) {
    throw usage(
      "FIELDKIT_API_KEY is set without FIELDKIT_URL. Set both, or unset FIELDKIT_API_KEY to use a profile.",
    );
  }
  return { url: url ? baseUrl(url, "FIELDKIT_URL") : undefined, key: key || undefined };
}

/** @param url that of the environment, where a key is missing beside it */
function profileNamed(
  env: Environment,
  flag: string | undefined,
  url: string | undefined,
): Profile & { name: string } {
  const { current, profiles } = readProfiles(env);
  const name = flag ?? (env.FIELDKIT_PROFILE || current);
  const profile = name ? profileOf(profiles, name) : undefined;
  if (profile && name)
    return { ...profile, url: baseUrl(profile.url, `The URL of the profile ${name}`), name };
  if (name) {
    const known = Object.keys(profiles).join(", ");
    throw usage(`There is no profile ${name}.${known && ` Available profiles: ${known}.`}`);
  }
  throw new Failure(
    "refused",
    url === undefined
      ? "You aren't signed in. Run: fieldkit login https://fieldkit.example.com"
      : `FIELDKIT_URL is set without FIELDKIT_API_KEY. Set both, or run fieldkit login ${url}.`,
  );
}

const profileOf = (profiles: Profiles["profiles"], name: string) =>
  Object.hasOwn(profiles, name) ? profiles[name] : undefined;

/**
 * The origin of an instance, with or without its scheme.
 * @throws {Failure} `usage`
 */
export function baseUrl(given: string, name = "The instance"): string {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(given)
    ? given
    : `${isLocal(given) ? "http" : "https"}://${given}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw usage(`${name} must be a URL such as https://fieldkit.example.com, not ${given}.`);
}

const isLocal = (given: string) => /^(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/i.test(given);
