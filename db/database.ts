import { resolve } from "node:path";
import { env } from "@/lib/platform/env/env";
import { log } from "@/lib/platform/log/log";
import { singleton } from "@/lib/platform/singleton";
import { askForGreeting } from "./ask-database";
import { connect, type Database, type Db } from "./client";
import { DatabaseUnreachable } from "./database-unreachable";
import { DataDirError, type DataDirFault, full } from "./embedded/data-dir-error";
import { freeBytesOf } from "./embedded/disk-room";
import { startEmbedded } from "./embedded/supervisor";
import { isMigrated, migrate, NotMigratedError, requireMigrated } from "./migrate";

/** A database that a process has started, as others of its machine use it. */
export type StartedDatabase = {
  /** How to reach the embedded one; undefined where one is configured. */
  embeddedUrl: string | undefined;
  /** Whether it is known to be at work, so that its silence means nothing. */
  isBusy(): boolean;
  fault(): DataDirFault | undefined;
};

type State = {
  starting: Promise<Database> | undefined;
  database: Database | undefined;
  stop: () => Promise<void>;
  started: StartedDatabase;
};

const nothingKnown: StartedDatabase = {
  embeddedUrl: undefined,
  isBusy: () => false,
  fault: () => undefined,
};

const state = () =>
  singleton<State>("database", () => ({
    starting: undefined,
    database: undefined,
    stop: async () => {},
    started: nothingKnown,
  }));

type Opened = { database: Database; stop(): Promise<void>; started?: StartedDatabase };

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
  const { database, stop, started } = await open();
  current.stop = stop;
  current.started = started ?? nothingKnown;
  try {
    // Functions start all the time; there, migrating is a step of each release.
    await (env().isServerless ? requireMigrated : migrate)(database);
  } catch (error) {
    const fault = current.started.fault();
    await stop();
    throw fault === "full" ? noRoomToStart(error) : error;
  }
  current.database = database;
  return database;
}

async function openConfigured(): Promise<Opened> {
  const configured = env().databaseUrl;
  const embedded = configured
    ? undefined
    : await startEmbedded({ dataDir: resolve(env().dataDir), log: embeddedLog });
  const started: StartedDatabase = embedded
    ? { embeddedUrl: embedded.url, isBusy: () => embedded.isBusy(), fault: () => embedded.fault() }
    : nothingKnown;
  const database = connectTo(started);
  return {
    database,
    started,
    async stop() {
      await database.close();
      await embedded?.stop();
    },
  };
}

function connectTo({ embeddedUrl, isBusy }: StartedDatabase): Database {
  const { databaseUrl = "", isServerless } = env();
  if (embeddedUrl === undefined) return connect(databaseUrl, { isServerless });
  return connect(embeddedUrl, { ask: askForGreeting(embeddedUrl), isBusy, canPrepare: true });
}

/** Opens the database that the parent of this process starts and migrates, as soon as that is known. */
export function joinDatabase(starting: Promise<StartedDatabase>): Promise<Database> {
  const current = state();
  current.starting = starting.then((started) => {
    const database = connectTo(started);
    Object.assign(current, { database, started, stop: () => database.close() });
    return database;
  });
  return current.starting;
}

/** The database that this process has started, for its children. */
export const startedDatabase = (): StartedDatabase => state().started;

/** A new version has to write before it can serve. */
function noRoomToStart(cause: unknown): Error {
  const dataDir = resolve(env().dataDir);
  const { fault, message } = full(dataDir, freeBytesOf(dataDir));
  return new DataDirError(fault, message, { cause });
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
  const database = state().database ?? (env().isServerless ? await startedOrNotMigrated() : undefined);
  return database !== undefined && (await isMigrated(database));
}

/** A function opens its database when it is asked for, be it by a probe. */
async function startedOrNotMigrated(): Promise<Database | undefined> {
  return startDatabase().catch((error: unknown) => {
    if (error instanceof NotMigratedError) return undefined;
    throw error;
  });
}

/** What is wrong with the data directory of the embedded database: "full" while it refuses writes. */
export const databaseFault = (): DataDirFault | undefined => state().started.fault();

export async function stopDatabase(): Promise<void> {
  const current = state();
  await current.starting?.catch(() => {});
  await current.stop();
  current.starting = undefined;
  current.database = undefined;
}
