import type { Client } from "pg";
import { embeddedUrl } from "./embedded-url";
import type { EmbeddedLog, LogFields } from "./messages";

export type MaintenanceOptions = {
  socketDir: string;
  /** Time between two rounds, in ms. */
  intervalMs: number;
  /** While there is no room for what cleaning writes, it waits. */
  isFull(): boolean;
  log(level: keyof EmbeddedLog, message: string, fields?: LogFields): void;
};

/**
 * Autovacuum's formula, with a base that spares small tables a vacuum in every round. Inserted rows count for
 * statistics: without them, the planner takes a large table for a small one.
 */
const BUSY_TABLES = `
  select format('%I.%I', schemaname, relname) as name, n_dead_tup::int as dead,
         case when n_dead_tup > 1000 + 0.2 * n_live_tup
           then 'vacuum (analyze, truncate false, process_toast false)' else 'analyze' end as command
    from pg_stat_user_tables
   where n_dead_tup > 1000 + 0.2 * n_live_tup
      or n_mod_since_analyze > 1000 + 0.2 * n_live_tup
   order by n_dead_tup desc
   limit 20`;

/**
 * Postgres keeps large values apart, in pieces of 2,000 bytes, so that a few hundred rows can leave gigabytes behind.
 * Pieces are cleaned up every 64 MB, because it takes as long as there are changed ones, and nothing else runs
 * meanwhile.
 */
const BUSY_VALUES = `
  select format('%I.%I', schemaname, relname) as name, n_dead_tup::int as dead,
         'vacuum (truncate false)' as command
    from pg_stat_all_tables
   where schemaname = 'pg_toast' and n_dead_tup + n_ins_since_vacuum > 32000
   order by n_dead_tup desc
   limit 20`;

/** PGlite has no checkpointer either: without one its log of writes only grows. */
const CHECKPOINT_DUE = `
  select '' as name, 0 as dead, 'checkpoint' as command
    from pg_control_checkpoint()
   where pg_current_wal_lsn() - redo_lsn > 128 * 1024 * 1024`;

type Busy = { name: string; dead: number; command: string };

async function round(client: Client, log: MaintenanceOptions["log"]): Promise<void> {
  const { rows } = await client.query<Busy>(
    `(${BUSY_TABLES}) union all (${BUSY_VALUES}) union all (${CHECKPOINT_DUE})`,
  );
  for (const { name, dead, command } of rows) {
    const began = performance.now();
    await client.query(`${command} ${name}`);
    const ms = Math.round(performance.now() - began);
    // A long vacuum held up every other statement, which an operator will want to know.
    if (ms > 500) log("warn", "slow cleaning of the embedded database", { table: name, command, dead, ms });
  }
}

/**
 * Vacuums and analyzes tables that changed much, because PGlite has no autovacuum. It uses the socket, so that it
 * takes its turn like any client. Returns how to stop it.
 */
export function startMaintenance({ socketDir, intervalMs, isFull, log }: MaintenanceOptions): () => void {
  let client: Client | undefined;
  let busy = false;
  let stopped = false;
  const tick = async (): Promise<void> => {
    if (busy || isFull()) return;
    busy = true;
    try {
      if (!client) {
        // Loaded late to keep the start fast.
        const { default: pg } = await import("pg");
        const fresh = new pg.Client({ connectionString: embeddedUrl(socketDir) });
        fresh.on("error", () => {
          client = undefined;
        });
        await fresh.connect();
        client = fresh;
      }
      await round(client, log);
    } catch (error) {
      if (!stopped) log("warn", "vacuum of the embedded database failed", { error: String(error) });
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void tick(), intervalMs);
  timer.unref();
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}
