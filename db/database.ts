import { resolve } from "node:path";
import { env } from "@/lib/platform/env/env";
import { log } from "@/lib/platform/log/log";
import { singleton } from "@/lib/platform/singleton";
import { askForGreeting } from "./ask-database";
import { connect, type Database, type Db } from "./client";
import { DatabaseUnreachable } from "./database-unreachable";
import { startEmbedded } from "./embedded/supervisor";
import { isMigrated, migrate } from "./migrate";

type State = {
  starting: Promise<Database> | undefined;
  database: Database | undefined;
  stop: () => Promise<void>;
};

const state = () =>
  singleton<State>("database", () => ({ starting: undefined, database: undefined, stop: async () => {} }));

type Opened = { database: Database; stop(): Promise<void> };

/**
 * Opens a database, by default the configured one or else the embedded one, and migrates it. Once per process:
 * later calls wait for the first.
 */
export function startDatabase(open: () => Promise<Opened> = openConfigured): Promise<Database> {
  const current = state();
  current.starting ??= start(current, open).catch((error) => {
    current.starting = undefined;
    throw error;
  });
  return current.starting;
}

async function start(current: State, open: () => Promise<Opened>): Promise<Database> {
  const { database, stop } = await open();
  current.stop = stop;
  try {
    await migrate(database);
  } catch (error) {
    await stop();
    throw error;
  }
  current.database = database;
  return database;
}

async function openConfigured(): Promise<Opened> {
  const configured = env().databaseUrl;
  const embedded = configured
    ? undefined
    : await startEmbedded({ dataDir: resolve(env().dataDir), log: embeddedLog });
  const database = embedded
    ? connect(embedded.url, { ask: askForGreeting(embedded.url), isBusy: embedded.isBusy, canPrepare: true })
    : connect(configured ?? "");
  return {
    database,
    async stop() {
      await database.close();
      await embedded?.stop();
    },
  };
}

const embeddedLog = {
  info: (message: string, fields?: object) => log().info(fields ?? {}, message),
  warn: (message: string, fields?: object) => log().warn(fields ?? {}, message),
  error: (message: string, fields?: object) => log().error(fields ?? {}, message),
};

/** The open database. Call `startDatabase` first. */
export const db = (): Db => opened().db;

/**
 * The open database over connections that lists and jobs never take: for short statements that serve project hosts and
 * SDKs, whatever else the database is asked.
 */
export const quickDb = (): Db => opened().quick;

function opened(): Database {
  const { database } = state();
  if (!database) throw new DatabaseUnreachable("The database is not open yet");
  return database;
}

/** Answers whether a query works and the schema is this build's; rejects when the database is down. */
export async function databaseReady(): Promise<boolean> {
  const { database } = state();
  return database !== undefined && (await isMigrated(database));
}

export async function stopDatabase(): Promise<void> {
  const current = state();
  await current.starting?.catch(() => {});
  await current.stop();
  current.starting = undefined;
  current.database = undefined;
}
