import { existsSync } from "node:fs";
import { resolve } from "node:path";
import pg from "pg";
import { levels } from "@/db/backup/levels";
import { poolMax, quickPoolMax } from "@/db/client";
import { dataLockHolder } from "@/db/embedded/data-lock";
import { embeddedUrl } from "@/db/embedded/embedded-url";
import { postgresDir } from "@/db/embedded/pglite-session";
import { migrationsFolder } from "@/db/migrate";
import type { Env } from "@/lib/platform/env/parse-env";
import { lostSecrets, lostSecretsAdvice, lostSecretsText } from "../lost-secrets";
import { clockFinding } from "./clock";
import { databaseAdvice } from "./database-advice";
import { type Check, checkWithinMs, type Finding, reasonOf } from "./finding";

const name = "database";
const good = (found: string): Finding => ({ name, state: "good", found });
const note = (found: string, advice: string): Finding => ({ name, state: "note", found, advice });
const bad = (found: string, advice: string): Finding => ({ name, state: "bad", found, advice });

/** @param secrets AUTH_SECRET and those before it, as far as there are any */
export function checkDatabase({ databaseUrl, dataDir, workers }: Env, secrets: readonly string[]): Check {
  return {
    name,
    run: (signal) =>
      databaseUrl
        ? ofPostgres(databaseUrl, { secrets, workers }, signal)
        : ofEmbedded(resolve(dataDir), secrets, signal),
  };
}

type Told = { secrets: readonly string[]; workers: number };

async function ofPostgres(url: string, { secrets, workers }: Told, signal: AbortSignal): Promise<Finding[]> {
  try {
    return await connected(url, signal, async (client) => [
      ...(await versionAndLatency(client, "Postgres")),
      ...(await schema(client)),
      await connections(client, connectionsMax(workers)),
      await sealed(client, secrets),
      await clock(client),
    ]);
  } catch (error) {
    return [bad(`can't be used: ${reasonOf(error)}`, databaseAdvice(error))];
  }
}

/** It is asked where a server has it open, and otherwise left alone. */
async function ofEmbedded(
  dataDir: string,
  secrets: readonly string[],
  signal: AbortSignal,
): Promise<Finding[]> {
  if (!existsSync(postgresDir(dataDir))) return [good(`none yet: the first start makes it in ${dataDir}`)];
  const holder = dataLockHolder(dataDir);
  if (!holder) return [good(`embedded in ${dataDir}; it runs while Fieldkit does`)];
  try {
    return await connected(embeddedUrl(dataDir), signal, async (client) => [
      ...(await versionAndLatency(client, "embedded, Postgres")),
      ...(await schema(client)),
      await sealed(client, secrets),
    ]);
  } catch (error) {
    const advice = `Look at the log of ${holder}, and restart Fieldkit. Its path may also be too long for a socket.`;
    return [bad(`embedded in ${dataDir}, does not answer: ${reasonOf(error)}`, advice)];
  }
}

async function connected<T>(
  url: string,
  signal: AbortSignal,
  ask: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: checkWithinMs,
    application_name: "fieldkit doctor",
  });
  client.on("error", () => {});
  signal.addEventListener("abort", () => client.connection.stream.destroy(), { once: true });
  try {
    await client.connect();
    return await ask(client);
  } finally {
    client.end().catch(() => {});
  }
}

async function single(client: pg.Client, text: string): Promise<Record<string, unknown>> {
  const { rows } = await client.query<Record<string, unknown>>(text);
  return rows[0] ?? {};
}

async function versionAndLatency(client: pg.Client, what: string): Promise<Finding[]> {
  const { version, number } = await single(
    client,
    "select current_setting('server_version') as version, current_setting('server_version_num')::int as number",
  );
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const began = performance.now();
    await client.query("select 1");
    times.push(performance.now() - began);
  }
  const ms = times.sort((one, other) => one - other)[2] ?? 0;
  const text = `${what} ${String(version)}, answers in ${ms.toFixed(1)} ms`;
  if (Number(number) < 150_000) return [bad(text, "Fieldkit needs Postgres 15 or later.")];
  if (ms < 20) return [good(text)];
  return [note(text, "Put it nearer: a request asks it several times, one after the other.")];
}

async function schema(client: pg.Client): Promise<Finding[]> {
  const { made, allowed } = await single(
    client,
    `select to_regclass('fieldkit_migrations') is not null as made,
            has_schema_privilege(current_schema(), 'create') as allowed`,
  );
  const rights =
    allowed === true
      ? []
      : [bad("its user may not make tables", "grant create on schema public to the user of DATABASE_URL.")];
  if (made !== true) return [...rights, good("empty: the first start makes its tables")];
  const known = levels(migrationsFolder());
  const { latest } = await single(client, "select max(created_at)::text as latest from fieldkit_migrations");
  const at = known.findIndex(({ when }) => String(when) === latest);
  const last = known.at(-1);
  if (at >= 0 && at === known.length - 1) return [...rights, good(`schema ${last?.tag}, as of this version`)];
  if (at >= 0 || latest === null) {
    const behind = `${known.length - 1 - at} migrations behind`;
    return [
      ...rights,
      note(`schema ${behind}`, "The next start applies them. Back up before: npm run backup."),
    ];
  }
  const advice =
    "Start the version of Fieldkit that wrote it, or a later one, or point DATABASE_URL elsewhere.";
  return [...rights, bad("written by another version of Fieldkit", advice)];
}

/** What all processes of `npm start` may open together: those that serve, the one for pages, and the one that leads workers. */
const connectionsMax = (workers: number) => (poolMax + quickPoolMax) * (workers === 1 ? 2 : workers + 2);

async function connections(client: pg.Client, needed: number): Promise<Finding> {
  const { most, used } = await single(
    client,
    `select least(
              current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
              (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
              (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)) as most,
            (select count(*) from pg_stat_activity where datid is not null and pid <> pg_backend_pid())::int as used`,
  );
  const left = Number(most) - Number(used);
  const text = `${left} of ${String(most)} connections are free`;
  if (left >= needed) return good(text);
  return note(
    text,
    `Fieldkit takes up to ${needed} with these settings. Raise max_connections, put a pooler in front, or lower WORKERS.`,
  );
}

/** Whether there is a secret for everything that was sealed, as after a restore with another one. */
async function sealed(client: pg.Client, secrets: readonly string[]): Promise<Finding> {
  const found = await lostSecrets(async (text) => (await client.query(text)).rows, secrets);
  const problem = lostSecretsText(found);
  if (problem) return note(problem, lostSecretsAdvice);
  return good(
    found.total === 0 ? "nothing in it is sealed" : "AUTH_SECRET opens everything that is sealed in it",
  );
}

async function clock(client: pg.Client): Promise<Finding> {
  const began = Date.now();
  const { now } = await single(client, "select extract(epoch from clock_timestamp()) * 1000 as now");
  return clockFinding("the database", Number(now), [began, Date.now()]);
}
