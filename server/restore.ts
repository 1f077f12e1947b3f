/**
 * `npm run restore -- <file> [--replace]`: puts a backup into the configured database, or into the embedded one while
 * Fieldkit does not run. Ends with 0 once everything is there, else with 1 and the database as it was.
 */
import { parseArgs } from "node:util";
import { type Header, rowsIn } from "@/db/backup/format";
import { levelOf, levels } from "@/db/backup/levels";
import { withTarget } from "@/db/backup/open-session";
import { verifyBackup } from "@/db/backup/read-backup";
import { listed, restoreBackup } from "@/db/backup/restore-backup";
import { migrationsFolder } from "@/db/migrate";
import { env } from "@/lib/platform/env/env";
import { presentAuthSecret } from "@/lib/platform/secrets/auth-secret";
import { fingerprintOf } from "@/lib/platform/secrets/seal";
import { explainError } from "./explain-error";
import { progress } from "./progress";

const usage = `Usage:
  npm run restore -- <file>             into an empty database
  npm run restore -- <file> --replace   deletes what the database holds`;

// Whatever ends the process in the middle ends its transaction; a signal is answered with a line.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    process.stderr.write("\nThe restore was ended. The database is as before.\n");
    process.exit(1);
  });
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${explainError(error)}\n`);
}

async function main(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { replace: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
  });
  const [file, ...others] = positionals;
  if (values.help) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  if (file === undefined || others.length > 0) throw new Error(usage);
  const { databaseUrl, dataDir } = env();
  // Before a database is opened, and made where there is none.
  levelOf(await verifyBackup(file), levels(migrationsFolder()));
  const bar = progress("Restored");
  try {
    const header = await withTarget({ databaseUrl, dataDir }, (session) =>
      restoreBackup(session, file, {
        replace: values.replace,
        onReplace: (held) => process.stderr.write(`Deleted, if the restore succeeds: ${listed(held)}.\n`),
        onProgress: bar.tell,
      }),
    );
    bar.end();
    process.stdout.write(`${summary(header)}\n`);
  } finally {
    bar.end();
  }
}

function summary(header: Header): string {
  const { databaseUrl, dataDir } = env();
  const where = databaseUrl ? "the database of DATABASE_URL" : `the database in ${dataDir}`;
  const from = `the ${header.source.kind === "embedded" ? "embedded database" : "Postgres"} of ${header.createdAt}`;
  return `${rowsIn(header)} rows of ${from} are in ${where}.\n${aboutSecret(header.secret)}`;
}

/** What becomes of sessions and sealed tokens with the secret that is set here. */
function aboutSecret({ current, before }: Header["secret"]): string {
  if (current === null) return "Nothing in it was sealed or signed.";
  const { authSecretsBefore, authSecret, dataDir } = env();
  const present = presentAuthSecret();
  const here = present === undefined ? undefined : fingerprintOf(present);
  const opening = [here, ...authSecretsBefore.map(fingerprintOf)];
  const missing = [current, ...before].filter((each) => !opening.includes(each));
  if (missing.length === 0) {
    const sessions = here === current ? "sessions go on" : "people sign in again";
    return `AUTH_SECRET opens what is sealed in it; ${sessions}.`;
  }
  const own = authSecret ? "" : `, or put its file auth-secret into ${dataDir}`;
  return [
    `Its secrets were sealed with another AUTH_SECRET (fingerprint ${missing.join(", ")}). Before you start Fieldkit,`,
    `set AUTH_SECRET to that of the installation it comes from${own}: sessions go on and tokens work.`,
    "Or set that one in AUTH_SECRET_PREVIOUS: tokens work, and people sign in again.",
    "Without it people sign in again, and Slack addresses, tokens of repositories and secrets of inboxes have to be entered anew.",
  ].join("\n");
}
