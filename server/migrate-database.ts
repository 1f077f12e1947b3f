/**
 * `npm run migrate`: brings the schema of the configured database up to date, as a step of each release where the app runs
 * as functions. A server does so by itself when it starts.
 */
import { connect } from "@/db/client";
import { migrate } from "@/db/migrate";
import { env } from "@/lib/platform/env/env";
import { explainError } from "./explain-error";
import { keepPackages } from "./keep-packages";

try {
  process.stdout.write(`${await run()}\n`);
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${explainError(error)}\n`);
}

async function run(): Promise<string> {
  const { databaseUrl } = env();
  if (databaseUrl === undefined) {
    throw new Error("DATABASE_URL is not set. The embedded database is migrated when Fieldkit starts.");
  }
  const database = connect(databaseUrl);
  try {
    await migrate(database);
    await keepPackages(database.db);
  } finally {
    await database.close();
  }
  return "The database is up to date.";
}
