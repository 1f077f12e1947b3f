import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { Failure } from "./failure";
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
    // Said below.
  }
  throw new Failure("failed", `${file} cannot be read. Mend it, or delete it and run fieldkit login.`);
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

/** `isFromEnvironment` if the key is that of FIELDKIT_API_KEY. */
type Chosen = Profile & { name: string; isFromEnvironment: boolean };

/**
 * The profile that is meant: what the environment says, the one that is named, or the one that was signed in to last.
 * @throws {Failure} `refused` where there is none
 */
export function profileFor(env: Environment, name: string | undefined): Chosen {
  const { current, profiles } = readProfiles(env);
  if (name === undefined && env.FIELDKIT_API_KEY) {
    const url = env.FIELDKIT_URL ?? (current === null ? undefined : profiles[current]?.url);
    if (!url) throw new Failure("usage", "FIELDKIT_API_KEY is set, and FIELDKIT_URL is not: set it, too.");
    const profile = { url: baseUrl(url), key: env.FIELDKIT_API_KEY, project: "" };
    return { ...profile, name: "FIELDKIT_API_KEY", isFromEnvironment: true };
  }
  const wanted = name ?? env.FIELDKIT_PROFILE ?? current;
  const profile = wanted === null || wanted === undefined ? undefined : profiles[wanted];
  if (profile && wanted) return { ...profile, name: wanted, isFromEnvironment: false };
  if (wanted) {
    const known = Object.keys(profiles).join(", ");
    throw new Failure("usage", `There is no profile ${wanted}.${known && ` There are: ${known}.`}`);
  }
  throw new Failure(
    "refused",
    "You are not signed in. Run: fieldkit login https://your-fieldkit.example.com",
  );
}

/** @throws {Failure} `usage` */
export function baseUrl(given: string): string {
  const text = /^https?:\/\//i.test(given) ? given : `${isLocal(given) ? "http" : "https"}://${given}`;
  if (!URL.canParse(text)) throw new Failure("usage", `${given} is no address.`);
  return new URL(text).origin;
}

const isLocal = (given: string) => /^(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/i.test(given);
