/**
 * `npm run user -- list | create <email> | reset-password <email> | end-two-factor <email> | delete <email> --yes`: accounts, for the operator.
 * Works on the configured database, or on the embedded one while Fieldkit runs.
 */
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { connect } from "@/db/client";
import { startDatabase, stopDatabase } from "@/db/database";
import { embeddedUrl } from "@/db/embedded/embedded-url";
import {
  createPerson,
  deletePerson,
  endPersonsTwoFactor,
  fatesOf,
  listPeople,
  newPassword,
  setPersonsPassword,
} from "@/lib/api/people";
import { AppError } from "@/lib/operations/errors";
import { bus } from "@/lib/platform/bus/bus";
import { env } from "@/lib/platform/env/env";
import { noteOutsideChange } from "@/lib/platform/process/outside-changes";

const usage = `Usage:
  npm run user -- list
  npm run user -- create <email> [--name <name>] [--password-stdin]
  npm run user -- reset-password <email> [--password-stdin]
  npm run user -- end-two-factor <email>
  npm run user -- delete <email> --yes`;

const { databaseUrl, dataDir, redisUrl, upstash } = env();
let isOpen = false;
const endsWhen = redisUrl || upstash ? "now" : "within a second";

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`);
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${explain(error)}\n`);
} finally {
  if (isOpen && databaseUrl === undefined) noteOutsideChange(resolve(dataDir));
  await bus().close();
  await stopDatabase();
}

async function run(args: string[]): Promise<string> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      name: { type: "string" },
      yes: { type: "boolean", default: false },
      "password-stdin": { type: "boolean", default: false },
    },
  });
  const [verb, email = ""] = positionals;
  const given = values["password-stdin"] ? (await text(process.stdin)).trim() : undefined;
  const password = given ?? newPassword();
  const shown = given === undefined ? ` The password is ${password}` : "";
  if (verb !== "list" && !email.includes("@")) return usage;
  await open();
  switch (verb) {
    case "list":
      return list();
    case "create":
      await createPerson(email, values.name ?? email.split("@", 1)[0] ?? email, password);
      return `${email} has an account.${shown}`;
    case "reset-password":
      await setPersonsPassword(email, password);
      return `${email} has a new password; sessions end ${endsWhen}.${shown}`;
    case "end-two-factor":
      await endPersonsTwoFactor(email);
      return `${email} signs in without a code; sessions end ${endsWhen}.`;
    case "delete":
      return values.yes ? remove(email) : announce(email);
    default:
      return usage;
  }
}

/** Over the socket of a running Fieldkit, or at the address of the database. */
async function open(): Promise<void> {
  await startDatabase(async () => {
    const database = connect(databaseUrl ?? embeddedUrl(resolve(dataDir)));
    return { database, stop: () => database.close() };
  });
  isOpen = true;
}

async function list(): Promise<string> {
  const people = await listPeople();
  if (people.length === 0) return "There are no accounts.";
  return people
    .map(({ email, name, createdAt }) => `${createdAt.toISOString()}  ${email}  ${JSON.stringify(name)}`)
    .join("\n");
}

async function announce(email: string): Promise<string> {
  const fates = (await fatesOf(email)).map(({ slug, fate }) => `  The team ${slug} ${fate}.`);
  return [`This deletes the account of ${email} for good:`, ...fates, "Add --yes to do it."].join("\n");
}

async function remove(email: string): Promise<string> {
  await deletePerson(email);
  return `Deleted the account of ${email}.`;
}

function explain(error: unknown): string {
  if (error instanceof AppError)
    return error.issues?.map(({ path, message }) => `${path} ${message}`).join("; ") ?? error.message;
  const { code, message } = Object(error);
  if (code === "ENOENT" || code === "ECONNREFUSED") {
    return `The database in ${databaseUrl ? "DATABASE_URL" : dataDir} can't be reached. Start Fieldkit there, then try again.`;
  }
  return String(message ?? "That did not work.");
}
