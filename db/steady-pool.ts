import type { EventEmitter } from "node:events";
import { log } from "@/lib/platform/log/log";
import type { ConnectionWatch, HoldLimits, WatchedConnection } from "./connection-watch";
import { DatabaseUnreachable } from "./database-unreachable";
import { measurePool } from "./pool-metrics";
import { prepareOften, StatementNames } from "./statement-names";
import { traceQueries } from "./traced-queries";

type Release = (error?: unknown) => void;
type Client = WatchedConnection & EventEmitter & { release: Release; query: unknown };
type Connected = (error: Error | undefined, client?: Client, release?: Release) => void;
/** What the pools of both drivers have in common. */
type Pool = {
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "connect", listener: (client: Client) => void): unknown;
  connect(callback?: Connected): Promise<Client> | undefined;
  options: Record<string, unknown>;
};

export type SteadyOptions = {
  watch: ConnectionWatch;
  limits: HoldLimits;
  /** Whether connections may keep statements prepared. */
  prepares: () => boolean;
  /**
   * How long a connection may have been idle, in ms, before another one is made instead; any time if undefined. The pool's
   * own limit is a timer, which runs only while the process does.
   */
  idleMsMax?: number | undefined;
};

/**
 * Makes a pool give connections that work, or say at once that the database is away. A connection that breaks, or that the
 * watch gives up, leaves the pool even if whoever holds it forgets to give it back, which drizzle does when a transaction
 * cannot begin.
 */
export function steady<T extends object>(given: T, { watch, limits, prepares, idleMsMax }: SteadyOptions): T {
  const pool = given as unknown as Pool;
  // Without listeners, a connection that breaks would end the process. For one that is in use, the query reports it.
  pool.on("error", (err) => log().warn({ err }, "an idle database connection broke"));
  measurePool(given);
  traceQueries(given);
  const names = new StatementNames();
  pool.on("connect", (client) => {
    client.on("error", () => {});
    prepareOften(client, names, prepares);
  });
  const idle = new IdleTimes(idleMsMax);
  const connect = pool.connect.bind(pool) as (callback: Connected) => void;
  const take = async (): Promise<Client> => {
    for (;;) {
      const because = watch.awayBecause;
      if (because !== undefined) throw unreachable(because);
      const client = await next(connect, watch).catch((error: Error) => {
        if (withoutTimeouts(pool.options, error)) return undefined;
        throw error;
      });
      if (client && !watch.isSuspect(client) && !idle.isTooLong(client)) {
        inUse(client, watch, limits, () => idle.begins(client));
        return client;
      }
      client?.release(new Error("It may lead nowhere"));
    }
  };
  pool.connect = (callback) => {
    const taken = take();
    if (!callback) return taken;
    taken.then((client) => callback(undefined, client, client.release), callback);
    return undefined;
  };
  return given;
}

/** @throws {DatabaseUnreachable} as soon as the database is away */
function next(connect: (callback: Connected) => void, watch: ConnectionWatch): Promise<Client> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const end = watch.waits((error) => {
      isOver = true;
      end();
      reject(unreachable(error));
    });
    connect((error, client) => {
      end();
      if (client) {
        if (isOver) client.release();
        else resolve(client);
        return;
      }
      if (error && !isFull(error)) watch.failed();
      reject(unreachable(error));
    });
  });
}

/** Since when connections are idle, by the clock, which goes on while a process is frozen. */
class IdleTimes {
  readonly #since = new WeakMap<object, number>();

  constructor(private readonly msMax: number | undefined) {}

  begins(client: object): void {
    if (this.msMax !== undefined) this.#since.set(client, Date.now());
  }

  isTooLong(client: object): boolean {
    const since = this.#since.get(client);
    return this.msMax !== undefined && since !== undefined && Date.now() - since > this.msMax;
  }
}

function inUse(client: Client, watch: ConnectionWatch, limits: HoldLimits, ended: () => void): void {
  const { release } = client;
  let isOver = false;
  const broken = () => client.release(new Error("The connection broke"));
  client.release = (error) => {
    if (isOver) return;
    isOver = true;
    client.off("end", broken);
    watch.ends(client);
    ended();
    release(error);
  };
  client.once("end", broken);
  watch.begins(client, limits);
}

const unreachable = (cause: unknown) => new DatabaseUnreachable("No connection to the database", { cause });

/** All connections are in use, which says nothing of the database. */
const isFull = ({ message }: Error) => message === "timeout exceeded when trying to connect";

/**
 * Poolers such as PgBouncer refuse connections that set time limits. From then on connections of this pool set none: what
 * takes too long is then given up here, though the server goes on with it.
 * @returns whether it was that
 */
function withoutTimeouts(options: Record<string, unknown>, { cause }: Error): boolean {
  const isRefused = cause instanceof Error && /unsupported startup parameter/i.test(cause.message);
  if (!isRefused || !serverTimeouts.some((name) => name in options)) return false;
  for (const name of serverTimeouts) delete options[name];
  return true;
}

const serverTimeouts = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"] as const;
