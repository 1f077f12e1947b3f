/**
 * `npm run backup [-- <file> | -]`: everything that Fieldkit holds in one file, whether it runs or not.
 * Ends with 0 once the file is whole, else with 1 and without a file.
 */
import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { type Header, rowsIn } from "@/db/backup/format";
import { withSource } from "@/db/backup/open-session";
import { writeBackup } from "@/db/backup/write-backup";
import { env } from "@/lib/platform/env/env";
import { presentAuthSecret } from "@/lib/platform/secrets/auth-secret";
import { fingerprintOf } from "@/lib/platform/secrets/seal";
import { explainError } from "./explain-error";
import { progress } from "./progress";

const usage = `Usage:
  npm run backup                   writes fieldkit-<date and time, UTC>.backup
  npm run backup -- <file>
  npm run --silent backup -- -     writes to standard output`;

const ended = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => ended.abort(new Error("The backup was ended. There is no file.")));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${explainError(ended.signal.aborted ? ended.signal.reason : error)}\n`);
}

async function main(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { help: { type: "boolean", default: false } },
  });
  const now = new Date();
  const [file = defaultName(now), ...others] = positionals;
  if (others.length > 0) throw new Error(usage);
  if (values.help) {
    process.stdout.write(`${usage}\n`);
  } else if (file === "-") {
    if (process.stdout.isTTY) throw new Error("Standard output is a terminal. Name a file.");
    const header = await write(process.stdout, now);
    process.stderr.write(`${summary("standard output", header)}\n`);
  } else {
    process.stdout.write(`${summary(file, await writeFile(file, now))}\n`);
  }
}

function defaultName(now: Date): string {
  const [date, time = ""] = now.toISOString().slice(0, 19).split("T");
  return `fieldkit-${date}-${time.replaceAll(":", "")}.backup`;
}

/** The file has its name once it is whole, and is for its owner only. */
async function writeFile(file: string, now: Date): Promise<Header> {
  if (existsSync(file)) throw new Error(`${file} exists. Name another file, or remove it.`);
  const draft = `${file}.${process.pid}.unfinished`;
  const handle = await open(draft, "wx", 0o600);
  try {
    const header = await write(handle.createWriteStream({ flush: true }), now);
    await rename(draft, file);
    return header;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function write(out: Writable, now: Date): Promise<Header> {
  const { databaseUrl, dataDir, authSecretsBefore } = env();
  const current = presentAuthSecret();
  const secret = {
    current: current === undefined ? null : fingerprintOf(current),
    before: authSecretsBefore.map(fingerprintOf),
  };
  const bar = progress("Backed up");
  const { signal } = ended;
  try {
    return await withSource(
      { databaseUrl, dataDir },
      (session, kind) => writeBackup(session, out, { kind, secret, now, onProgress: bar.tell, signal }),
      signal,
    );
  } finally {
    bar.end();
  }
}

function summary(file: string, header: Header): string {
  const kept = header.secret.current
    ? `Not in it: AUTH_SECRET (fingerprint ${header.secret.current}), ${whereSecretIs()}. Keep it too, but elsewhere.`
    : "There is no AUTH_SECRET yet, so nothing in it is sealed.";
  return `${header.tables.length} tables with ${rowsIn(header)} rows are in ${file}.\n${kept}`;
}

function whereSecretIs(): string {
  const { authSecret, dataDir } = env();
  return authSecret ? "as your environment sets it" : `which is in ${dataDir}/auth-secret`;
}
