import { Client as NeonClient, Pool as NeonPool, neonConfig } from "@neondatabase/serverless";
import { drizzle as drizzleNeon } from "drizzle-orm/neon-serverless";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { Client as PgClient, Pool as PgPool } from "pg";
import { WebSocket } from "ws";
import { log } from "@/lib/platform/log/log";
import { databaseOutage } from "@/lib/platform/outage/database-outage";
import { type AskDatabase, askWith } from "./ask-database";
import { ConnectionWatch, tickMs } from "./connection-watch";
import { DatabaseUnreachable } from "./database-unreachable";
import { quickName } from "./quick-name";
import { type SteadyOptions, steady } from "./steady-pool";

// Node has one of its own from 22 on only, and Neon's makers advise this one there, too.
neonConfig.webSocketConstructor = WebSocket;

/** The database, or a transaction on it: what domain functions query. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

export type Database = {
  db: Db;
  /** The same over connections of its own, for queries that many wait for. Lists and jobs never take these. */
  quick: Db;
  kind: "neon" | "postgres";
  /** Runs one plain statement outside drizzle and returns its rows: for health checks and migrations. */
  query(text: string): Promise<Record<string, unknown>[]>;
  /**
   * Runs `work` on a connection of its own. Nothing limits how long
   * its statements take.
   */
  exclusively<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export type Connection = { db: Db; query(text: string): Promise<Record<string, unknown>[]> };

const connectOptions = {
  connectionTimeoutMillis: 10_000,
  application_name: "fieldkit",
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/** Connections of this process for everything but quick queries. */
export const poolMax = 10;
/** And for quick ones. */
export const quickPoolMax = 8;
/** Either of a function, of which there are many, and each does little at a time. */
export const functionPoolMax = 2;

const poolOptions = {
  ...connectOptions,
  idleTimeoutMillis: 30_000,
  // The server gives up a little before this side does.
  statement_timeout: 55_000,
  idle_in_transaction_session_timeout: 30_000,
};
const quickPoolOptions = {
  ...poolOptions,
  application_name: quickName,
  statement_timeout: 3500,
  // A row that somebody keeps locked must not hold a connection that others wait for.
  lock_timeout: 1500,
};

/** How long anything may hold a connection of a pool. */
const ticksMax = 60_000 / tickMs;
const quickTicksMax = 4000 / tickMs;

export type ConnectOptions = {
  /** How to find out whether the database answers; by default over a new connection. */
  ask?: AskDatabase;
  /** Whether the database is known to be at work, so that its silence means nothing. */
  isBusy?: () => boolean;
  /** Whether connections keep what is prepared; found out if it is not said. */
  canPrepare?: boolean;
  /** Whether this process is a function, which is frozen between requests. */
  isServerless?: boolean;
  /** Whether connections can be held for any time, as on a test's machine, which may be slow. */
  unlimited?: boolean;
};

/** A function may have been frozen for so long that the other end has given its connections up. */
const frozenIdleMs = 30_000;

/** Connects by URL: Neon over WebSocket for its hosts, else `pg` over TCP or a Unix socket. */
export function connect(
  url: string,
  { ask, isBusy, canPrepare, isServerless = false, unlimited = false }: ConnectOptions = {},
): Database {
  const kind = isNeon(url) ? "neon" : "postgres";
  const asking = ask ?? askWith(url, kind);
  const watch = new ConnectionWatch({ ask: asking, isBusy, onChange: tellOfOutage });
  const prepares = canPrepare ? () => true : whenDirect(asking);
  const open = kind === "neon" ? openNeon : openPg;
  const sizes = isServerless
    ? { pool: functionPoolMax, quick: functionPoolMax }
    : { pool: poolMax, quick: quickPoolMax };
  const idleMsMax = isServerless ? frozenIdleMs : undefined;
  return open(url, { watch, prepares, idleMsMax, ticksMax: unlimited ? Infinity : undefined }, sizes);
}

/** Behind a pooler, each statement may meet another server process, which does not know what was prepared. */
function whenDirect(ask: AskDatabase): () => boolean {
  let isDirect = false;
  const find = async () => {
    isDirect = (await ask([], AbortSignal.timeout(connectOptions.connectionTimeoutMillis))) !== undefined;
  };
  let isAsked = false;
  return () => {
    // After a failure, nothing is prepared until the next start: that is slower, and never wrong.
    if (!isAsked) find().catch(() => {});
    isAsked = true;
    return isDirect;
  };
}

function isNeon(url: string): boolean {
  return URL.canParse(url) && new URL(url).hostname.endsWith(".neon.tech");
}

function tellOfOutage(isAway: boolean, err?: unknown): void {
  databaseOutage().isOn = isAway;
  if (isAway) log().error({ err }, "the database does not answer; what needs it is refused until it does");
  else log().info("the database answers again");
}

type Steadiness = Omit<SteadyOptions, "limits"> & { ticksMax: number | undefined };
type Sizes = { pool: number; quick: number };

function limitsOf({ ticksMax: max, ...steadiness }: Steadiness) {
  return {
    forAll: { ...steadiness, limits: { ticksMax: max ?? ticksMax } },
    forQuick: { ...steadiness, limits: { ticksMax: max ?? quickTicksMax } },
  };
}

function openPg(url: string, steadiness: Steadiness, sizes: Sizes): Database {
  const { forAll, forQuick } = limitsOf(steadiness);
  const options = { connectionString: url, ...poolOptions, max: sizes.pool };
  const quickOptions = { connectionString: url, ...quickPoolOptions, max: sizes.quick };
  const pool = steady(new PgPool(options), forAll);
  const quick = steady(new PgPool(quickOptions), forQuick);
  return {
    db: drizzlePg(pool),
    quick: drizzlePg(quick),
    kind: "postgres",
    query: async (text) => (await quick.query(text)).rows,
    exclusively: (work) =>
      alone(new PgClient({ connectionString: url, ...connectOptions }), (client) =>
        work({ db: drizzlePg(client), query: async (text) => (await client.query(text)).rows }),
      ),
    close: () => endAll(steadiness.watch, pool, quick),
  };
}

function openNeon(url: string, steadiness: Steadiness, sizes: Sizes): Database {
  const { forAll, forQuick } = limitsOf(steadiness);
  const options = { connectionString: url, ...poolOptions, max: sizes.pool };
  const quickOptions = { connectionString: url, ...quickPoolOptions, max: sizes.quick };
  const pool = steady(new NeonPool(options), forAll);
  const quick = steady(new NeonPool(quickOptions), forQuick);
  return {
    db: drizzleNeon(pool),
    quick: drizzleNeon(quick),
    kind: "neon",
    query: async (text) => (await quick.query(text)).rows,
    exclusively: (work) =>
      alone(new NeonClient({ connectionString: url, ...connectOptions }), (client) =>
        work({ db: drizzleNeon(client), query: async (text) => (await client.query(text)).rows }),
      ),
    close: () => endAll(steadiness.watch, pool, quick),
  };
}

type OneConnection = {
  on(event: "error", listener: () => void): unknown;
  connect(): Promise<unknown>;
  end(): Promise<void>;
};

/** Runs `work` on a connection outside the pools. */
async function alone<C extends OneConnection, T>(client: C, work: (client: C) => Promise<T>): Promise<T> {
  // Without a listener, a connection that breaks would end the process; the failing query reports it, too.
  client.on("error", () => {});
  await client.connect().catch((cause) => {
    throw new DatabaseUnreachable("No connection to the database", { cause });
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function endAll(watch: ConnectionWatch, ...pools: { end(): Promise<void> }[]): Promise<void> {
  await Promise.all(pools.map((pool) => pool.end()));
  watch.close();
}
