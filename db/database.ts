import { resolve } from "node:path";
import { env } from "@/lib/platform/env/env";
import { log } from "@/lib/platform/log/log";
import { singleton } from "@/lib/platform/singleton";
import { connect, type Database, type Db } from "./client";
import { startEmbedded } from "./embedded/supervisor";
import { isMigrated, migrate } from "./migrate";

type State = {
  starting: Promise<Database> | undefined;
  database: Database | undefined;
  stop: () => Promise<void>;
};

const state = () =>
  singleton<State>("database", () => ({ starting: undefined, database: undefined, stop: async () => {} }));

/**
 * Opens the configured database, or the embedded one, and migrates it. Once per process: later calls
 * wait for the first.
 */
export function startDatabase(): Promise<Database> {
  const current = state();
  current.starting ??= open(current).catch((error) => {
    current.starting = undefined;
    throw error;
  });
  return current.starting;
}

async function open(current: State): Promise<Database> {
  const configured = env().databaseUrl;
  const embedded = configured
    ? undefined
    : await startEmbedded({ dataDir: resolve(env().dataDir), log: embeddedLog });
  const database = connect(configured ?? embedded?.url ?? "");
  current.stop = async () => {
    await database.close();
    await embedded?.stop();
  };
  try {
    await migrate(database);
  } catch (error) {
    await current.stop();
    throw error;
  }
  current.database = database;
  return database;
}

const embeddedLog = {
  info: (message: string, fields?: object) => log().info(fields ?? {}, message),
  warn: (message: string, fields?: object) => log().warn(fields ?? {}, message),
  error: (message: string, fields?: object) => log().error(fields ?? {}, message),
};

/** The open database. Call `startDatabase` first. */
export function db(): Db {
  const { database } = state();
  if (!database) throw new Error("The database is not open yet");
  return database.db;
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
