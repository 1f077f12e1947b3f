import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { env } from "@/lib/platform/env/env";
import { makeDirectory } from "@/lib/platform/process/make-directory";
import { singleton } from "@/lib/platform/singleton";

/** The secret that signs sessions: configured, or generated once in the data directory, readable by its owner only. */
export function authSecret(): string {
  return env().authSecret ?? singleton("auth-secret", () => storedSecret(resolve(env().dataDir)));
}

/** That secret and those before it, which still open what they sealed. */
export const authSecrets = (): string[] => [authSecret(), ...env().authSecretsBefore];

/** The secret, if there is one by now: looking at an installation must not give it one. */
export const presentAuthSecret = (): string | undefined =>
  env().authSecret ?? read(join(resolve(env().dataDir), "auth-secret"));

/** Exported for its test. Two processes that start at once agree on one secret. */
export function storedSecret(dataDir: string): string {
  const file = join(dataDir, "auth-secret");
  const kept = read(file);
  if (kept) return kept;
  makeDirectory(dataDir);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString("base64url"), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(draft);
  }
  return read(file) ?? storedSecret(dataDir);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
