import { Client } from "pg";
import { expect, vi } from "vitest";

type Held = {
  /** Waits until `count` statements of other sessions are waiting for locks. */
  waiting(count: number): Promise<void>;
  release(how?: "commit" | "rollback"): Promise<void>;
};

/** Runs a statement in an open transaction, whose locks are held until it ends. */
export async function holding(url: string, sql: string, values: unknown[] = []): Promise<Held> {
  const [holder, watcher] = [new Client(url), new Client(url)];
  await Promise.all([holder.connect(), watcher.connect()]);
  try {
    await holder.query("begin");
    await holder.query(sql, values);
  } catch (error) {
    await Promise.all([holder.end(), watcher.end()]);
    throw error;
  }
  return {
    waiting: (count) =>
      vi.waitFor(async () => expect((await watcher.query(waitingForLocks)).rows).toHaveLength(count), {
        timeout: 30_000,
        interval: 10,
      }),
    release: async (how = "rollback") => {
      await holder.query(how);
      await Promise.all([holder.end(), watcher.end()]);
    },
  };
}

const waitingForLocks = `select pid from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`;

/**
 * Begins the second call once the first waits for the locked row, and frees the row once both wait.
 * @param locked selects the row, with `for …`
 * @returns what both answer
 */
export async function interleaved<A, B>(
  url: string,
  [locked, values]: [sql: string, values: unknown[]],
  [first, second]: [() => Promise<A>, () => Promise<B>],
): Promise<[A, B]> {
  const held = await holding(url, locked, values);
  const started: Promise<unknown>[] = [];
  const start = <T>(call: () => Promise<T>) => {
    const answer = call();
    started.push(answer.catch(() => undefined));
    return answer;
  };
  try {
    const one = start(first);
    await held.waiting(1);
    const two = start(second);
    await held.waiting(2);
    await held.release();
    return [await one, await two];
  } catch (error) {
    await held.release().catch(() => undefined);
    await Promise.all(started);
    throw error;
  }
}
