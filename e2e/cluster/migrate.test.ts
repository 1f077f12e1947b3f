import { appendFile, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connect, type Database } from "@/db/client";
import { isMigrated, migrate, migrationLock, migrationsFolder } from "@/db/migrate";
import { createScratchDatabase } from "../scratch-database";

let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
let databases: Database[];
let watcher: Client;

beforeEach(async () => {
  const admin = process.env.FIELDKIT_TEST_DATABASE_URL;
  if (!admin)
    throw new Error("FIELDKIT_TEST_DATABASE_URL must be set: the embedded database has one session");
  scratch = await createScratchDatabase(admin);
  databases = Array.from({ length: 4 }, () => connect(scratch.url));
  watcher = new Client(scratch.url);
  await watcher.connect();
});
afterEach(async () => {
  await watcher.end();
  for (const database of databases) await database.close();
  await scratch.drop();
});

const tables = async () => {
  const { rows } = await watcher.query("select tablename from pg_tables where schemaname = 'public'");
  return rows.length;
};

test("processes that start at the same moment on an empty database migrate it once", async () => {
  await Promise.all(databases.map((database) => migrate(database)));
  for (const database of databases) expect(await isMigrated(database)).toBe(true);
  const { rows } = await watcher.query(
    "select count(*) = count(distinct hash) as once from fieldkit_migrations",
  );
  expect(rows).toEqual([{ once: true }]);
});

test("a migration that fails leaves nothing behind, neither tables nor a lock", async () => {
  const folder = await mkdtemp(join(tmpdir(), "fieldkit-migrations-"));
  try {
    await cp(migrationsFolder(), folder, { recursive: true });
    await appendFile(join(folder, "0001_webhooks.sql"), "\n--> statement-breakpoint\nselect 1 / 0");
    const [database] = databases as [Database];
    await expect(migrate(database, folder)).rejects.toThrow("division by zero");
    expect(await tables()).toBe(0);
    await migrate(database);
    expect(await tables()).toBeGreaterThan(20);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("the lock ends with the transaction, whoever lends the session out next", async () => {
  await watcher.query("begin");
  await watcher.query(`select pg_advisory_xact_lock(${migrationLock})`);
  const migrations = databases.map((database) => migrate(database));
  const held = () =>
    watcher.query(
      `select pid from pg_locks where locktype = 'advisory' and objid = ${migrationLock} and
       database = (select oid from pg_database where datname = current_database())`,
    );
  await expect.poll(async () => (await held()).rowCount).toBe(1 + databases.length);
  // Each waits within a transaction: what it takes then, its end gives back.
  const { rows } = await watcher.query(
    `select xact_start < query_start as within from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  expect(rows).toEqual(databases.map(() => ({ within: true })));
  await watcher.query("commit");
  await Promise.all(migrations);
  expect((await held()).rowCount).toBe(0);
});
