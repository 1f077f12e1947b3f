import { Pool as NeonPool } from "@neondatabase/serverless";
import { drizzle as drizzleNeon } from "drizzle-orm/neon-serverless";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { Pool as PgPool } from "pg";
import { log } from "@/lib/platform/log/log";

/** The database, or a transaction on it: what domain functions query. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

export type Database = {
  db: Db;
  kind: "neon" | "postgres";
  /** Rows of one plain statement, outside drizzle: for health checks and migrations. */
  query(text: string): Promise<Record<string, unknown>[]>;
  /** Runs `work` on one connection of its own, so that session state such as advisory locks holds. */
  exclusively<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export type Connection = { db: Db; query(text: string): Promise<Record<string, unknown>[]> };

const poolOptions = { max: 10, connectionTimeoutMillis: 10_000, idleTimeoutMillis: 30_000 };

/** Connects by URL: Neon over WebSocket for its hosts, else `pg` over TCP or a Unix socket. */
export function connect(url: string): Database {
  return isNeon(url) ? connectNeon(url) : connectPg(url);
}

function isNeon(url: string): boolean {
  return URL.canParse(url) && new URL(url).hostname.endsWith(".neon.tech");
}

function connectPg(url: string): Database {
  const pool = new PgPool({ connectionString: url, ...poolOptions });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on("error", (error) => log().warn({ err: error }, "an idle database connection broke"));
  return {
    db: drizzlePg(pool),
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
    close: () => pool.end(),
  };
}

function connectNeon(url: string): Database {
  const pool = new NeonPool({ connectionString: url, ...poolOptions });
  pool.on("error", (error: Error) => log().warn({ err: error }, "an idle database connection broke"));
  return {
    db: drizzleNeon(pool),
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
    close: () => pool.end(),
  };
}
