import { accessSync, constants, existsSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { dataLockHolder } from "@/db/embedded/data-lock";
import type { Env } from "@/lib/platform/env/parse-env";
import type { Check, Finding } from "./finding";
import { isLocal } from "./is-local";

const name = "data directory";
const good = (found: string): Finding => ({ name, state: "good", found });
const note = (found: string, advice: string): Finding => ({ name, state: "note", found, advice });
const bad = (found: string, advice: string): Finding => ({ name, state: "bad", found, advice });

const mib = 1024 ** 2;
const littleBytes = 1024 * mib;
const noneBytes = 100 * mib;

/** With a Postgres, all that may be in it is the secret. */
export function checkDataDirectory(env: Env): Check {
  return {
    name,
    async run() {
      const path = resolve(env.dataDir);
      if (env.databaseUrl && env.authSecret) return [good("not used: DATABASE_URL and AUTH_SECRET are set")];
      const standing = existingPart(path);
      const access = accessOf(path, standing);
      if (access.state === "bad") return [access];
      const found = [access, await room(standing), ...(standing === path ? privacy(path) : [])];
      return env.databaseUrl
        ? found
        : [...found, ...(standing === path ? holder(path) : []), ...durability(env)];
    },
  };
}

/** The directory, or the one in which it will be made. */
function existingPart(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existingPart(dirname(path));
}

function accessOf(path: string, standing: string): Finding {
  const elsewhere = "Let this user write there, or point DATA_DIR to a directory that it may write.";
  if (!statSync(standing).isDirectory()) return bad(`${standing} is no directory`, elsewhere);
  try {
    accessSync(standing, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return bad(`${standing} can't be written`, elsewhere);
  }
  return good(standing === path ? `${path} can be written` : `${path} will be made by the first start`);
}

async function room(path: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(path);
  const free = bavail * bsize;
  const text =
    free > littleBytes
      ? `${(free / 1024 ** 3).toFixed(1)} GiB are free`
      : `${Math.floor(free / mib)} MiB are free`;
  const advice =
    "Make room: a database on a full disk takes no changes, and a backup of a running one needs its size.";
  if (free < noneBytes) return bad(text, advice);
  return free < littleBytes ? note(text, advice) : good(text);
}

function privacy(path: string): Finding[] {
  const open = [path, join(path, "auth-secret")].filter(
    (each) => existsSync(each) && (statSync(each).mode & 0o077) !== 0,
  );
  return open.map((each) => note(`${each} is open to other users of this machine`, `chmod go= ${each}`));
}

function holder(path: string): Finding[] {
  const who = dataLockHolder(path);
  return who ? [good(`in use by ${who}`)] : [good("nobody uses it at the moment")];
}

function durability({ appUrl }: Env): Finding[] {
  const text = "the embedded database survives a crash of the process, not a loss of power (no fsync)";
  if (isLocal(new URL(appUrl).hostname)) return [good(text)];
  return [note(text, "Back up often, or move to a Postgres: docs/operations.md says how.")];
}
