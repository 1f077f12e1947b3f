import { Client as NeonClient } from "@neondatabase/serverless";
import { DatabaseError, Client as PgClient } from "pg";
import { isShuttingDown } from "./database-unreachable";

/**
 * Asks the database over a connection of its own whether it answers at all.
 * @param pids server processes of our connections
 * @returns those of them that are at work; undefined if the database answers, but cannot or would not tell
 * @throws when there is no answer, or when the signal is aborted before there is one
 */
export type AskDatabase = (
  pids: readonly number[],
  signal: AbortSignal,
) => Promise<ReadonlySet<number> | undefined>;

// Behind a pooler, connections of ours have numbers that no server process has.
const question = `select pg_backend_pid() = $1 as "isDirect",
  array(select pid from pg_stat_activity where pid = any($2::int[]) and state is distinct from 'idle') as "atWork"`;

export function askWith(url: string, kind: "neon" | "postgres"): AskDatabase {
  return async (pids, signal) => {
    const client = newClient(url, kind);
    const giveUp = () => client.connection.stream.destroy();
    client.on("error", () => {});
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      await client.connect();
      const { rows } = await client.query<{ isDirect: boolean; atWork: number[] }>({
        text: question,
        values: [client.processID, pids],
      });
      const [row] = rows;
      return row?.isDirect ? new Set(row.atWork) : undefined;
    } catch (error) {
      // Full, a changed password, a missing right: that is an answer.
      if (isAnswer(error)) return undefined;
      throw error;
    } finally {
      signal.removeEventListener("abort", giveUp);
      client.end().catch(() => {});
    }
  };
}

/**
 * Asks the embedded database for its greeting only. It runs one transaction at a time, and however long another one
 * takes, it greets.
 */
export function askForGreeting(url: string): AskDatabase {
  return async (_, signal) => {
    const client = newClient(url, "postgres");
    const giveUp = () => client.connection.stream.destroy();
    client.on("error", () => {});
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      await client.connect();
      return undefined;
    } finally {
      signal.removeEventListener("abort", giveUp);
      client.end().catch(() => {});
    }
  };
}

type AskingClient = PgClient & { processID: number | null; connection: { stream: { destroy(): void } } };

function newClient(url: string, kind: "neon" | "postgres"): AskingClient {
  const options = { connectionString: url, application_name: "fieldkit watch" };
  return (kind === "neon" ? new NeonClient(options) : new PgClient(options)) as unknown as AskingClient;
}

function isAnswer(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  const isFromServer = error instanceof DatabaseError || (error as Error).name === "error";
  return isFromServer && typeof code === "string" && !isShuttingDown(code);
}
