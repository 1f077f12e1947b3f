/**
 * `npm run homes [-- names]`: every way to run Fieldkit, each with its suites, and a table of the results. It takes an hour
 * or two, needs a Postgres, a Redis, nginx and PgBouncer, and the registry of npm. A home in which all has passed has its row
 * in the README renewed.
 */
import { readFile, writeFile } from "node:fs/promises";
import { build } from "@/server/build";
import { isBuilt } from "@/server/build-stamp";
import { runStages, summary } from "../check/steps";
import { type Home, homesOn } from "./homes";
import { inReadme, type Result, tableOf } from "./table";

const { FIELDKIT_TEST_DATABASE_URL: databaseUrl, FIELDKIT_TEST_REDIS_URL: redisUrl } = process.env;
if (!databaseUrl || !redisUrl) {
  process.stderr.write(
    "FIELDKIT_TEST_DATABASE_URL and FIELDKIT_TEST_REDIS_URL must name a Postgres and a Redis.\n",
  );
  process.exit(2);
}
const homes = homesOn({ databaseUrl, redisUrl });
const chosen = chosenFrom(homes, process.argv.slice(2));
// Before an hour of tests: it throws where there is no place.
await renewReadme([]);
if (!isBuilt()) await build();

const outcomes = await runStages(
  chosen.map((home) => [[home]]),
  (line) => process.stdout.write(`\n${line}\n`),
);
const day = new Date().toISOString().slice(0, 10);
const results = outcomes.flatMap((outcome) => {
  const home = chosen.find(({ title }) => title === outcome.title);
  return home ? { ...home, ...outcome, day } : [];
});
await renewReadme(results.filter(({ state }) => state === "passed"));
const { text, succeeded } = summary(outcomes);
process.stdout.write(`\n=== The end\n${text}\n\n${tableOf(results)}\n`);
if (!succeeded) process.exitCode = 1;
// What a test left open must not keep the table from whoever waits for it.
process.exit();

function chosenFrom(homes: readonly Home[], names: readonly string[]): Home[] {
  const unknown = names.filter((name) => !homes.some((home) => home.name === name));
  if (unknown.length > 0) {
    process.stderr.write(
      `No home ${unknown.join(", ")}; there are ${homes.map(({ name }) => name).join(", ")}.\n`,
    );
    process.exit(2);
  }
  return homes.filter(({ name }) => names.length === 0 || names.includes(name));
}

/** @throws when it has no place for the table */
async function renewReadme(passed: readonly Result[]): Promise<void> {
  const titles = homes.map(({ title }) => title);
  await writeFile("README.md", inReadme(await readFile("README.md", "utf8"), passed, titles));
}
