import type { EventEmitter } from "node:events";
import { Pool as NeonPool } from "@neondatabase/serverless";
import { drizzle as drizzleNeon } from "drizzle-orm/neon-serverless";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { Pool as PgPool } from "pg";
import { log } from "@/lib/platform/log/log";
import { DatabaseUnreachable } from "./database-unreachable";
import { measurePool } from "./pool-metrics";
import { quickName } from "./quick-name";
import { traceQueries } from "./traced-queries";

/** The database, or a transaction on it: what domain functions query. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

export type Database = {
  db: Db;
  /** The same over connections of its own, for queries that many wait for. Lists and jobs never take these. */
  quick: Db;
  kind: "neon" | "postgres";
  /** Runs one plain statement outside drizzle and returns its rows: for health checks and migrations. */
  query(text: string): Promise<Record<string, unknown>[]>;
  /** Runs `work` on a connection of its own, so that session state such as advisory locks holds. */
  exclusively<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export type Connection = { db: Db; query(text: string): Promise<Record<string, unknown>[]> };

/** Connections of this process for everything but quick queries. */
export const poolMax = 10;
const poolOptions = {
  max: poolMax,
  connectionTimeoutMillis: 10_000,
  idleTimeoutMillis: 30_000,
  application_name: "fieldkit",
};
const quickPoolOptions = { ...poolOptions, max: 6, application_name: quickName };

/** Connects by URL: Neon over WebSocket for its hosts, else `pg` over TCP or a Unix socket. */
export function connect(url: string): Database {
  return isNeon(url) ? connectNeon(url) : connectPg(url);
}

function isNeon(url: string): boolean {
  return URL.canParse(url) && new URL(url).hostname.endsWith(".neon.tech");
}

/** Settings of the pools of both drivers. */
type Breakable = {
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "connect", listener: (client: Pick<EventEmitter, "on">) => void): unknown;
};

/**
 * Without a listener, a connection that breaks would end the process. The pool replaces idle connections at their
 * next use; for a connection in use, the failing query reports the error.
 */
function surviveBrokenConnections(pool: Breakable): void {
  pool.on("error", (err) => log().warn({ err }, "an idle database connection broke"));
  pool.on("connect", (client) => client.on("error", () => {}));
}

type Connectable = {
  connect(callback?: (error: Error | undefined, ...rest: unknown[]) => void): Promise<unknown> | undefined;
};

/** Marks why a pool gives no connection: the codes alone do not tell whose connection failed. */
function tellOrigin(pool: object): void {
  const { connect } = pool as Connectable;
  const marked = (error: Error) => new DatabaseUnreachable("No connection to the database", { cause: error });
  (pool as Connectable).connect = function connectMarked(callback) {
    if (callback) return connect.call(this, (error, ...rest) => callback(error && marked(error), ...rest));
    return connect.call(this)?.catch((error: Error) => {
      throw marked(error);
    });
  };
}

function connectPg(url: string): Database {
  const pool = surviving(new PgPool({ connectionString: url, ...poolOptions }));
  const quick = surviving(new PgPool({ connectionString: url, ...quickPoolOptions }));
  return {
    db: drizzlePg(pool),
    quick: drizzlePg(quick),
    kind: "postgres",
    query: async (text) => (await pool.query(text)).rows,
    async exclusively(work) {
      const client = await pool.connect();
      try {
        return await work({
          db: drizzlePg(client),
          query: async (text) => (await client.query(text)).rows,
        });
      } finally {
        client.release();
      }
    },
    close: () => endAll(pool, quick),
  };
}

function connectNeon(url: string): Database {
  const pool = surviving(new NeonPool({ connectionString: url, ...poolOptions }));
  const quick = surviving(new NeonPool({ connectionString: url, ...quickPoolOptions }));
  return {
    db: drizzleNeon(pool),
    quick: drizzleNeon(quick),
    kind: "neon",
    query: async (text) => (await pool.query(text)).rows,
    async exclusively(work) {
      const client = await pool.connect();
      try {
        return await work({
          db: drizzleNeon(client),
          query: async (text) => (await client.query(text)).rows,
        });
      } finally {
        client.release();
      }
    },
    close: () => endAll(pool, quick),
  };
}

function surviving<T extends Breakable>(pool: T): T {
  surviveBrokenConnections(pool);
  measurePool(pool);
  traceQueries(pool);
  tellOrigin(pool);
  return pool;
}

async function endAll(...pools: { end(): Promise<void> }[]): Promise<void> {
  await Promise.all(pools.map((pool) => pool.end()));
}
