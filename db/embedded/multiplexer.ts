import { createServer, type Server, type Socket } from "node:net";
import { Connection } from "./connection";
import { JobQueue } from "./job-queue";
import { fatal, query, sync } from "./wire";

/** The one database session that all connections share. Its functions return when Postgres is done. */
export type Session = {
  execute(messages: Uint8Array): Buffer;
  inTransaction(): boolean;
  /** Called before a connection begins something, and may use the session itself. */
  betweenTransactions?(): void;
};

export type MultiplexerOptions = {
  /**
   * How long a connection can be idle in a transaction while others wait, in ms of this process: a pause of the machine
   * doesn't count.
   */
  idleInTransactionMs: number;
  /** Postgres' answer to a start-up packet: parameters, key, ready. */
  greeting: Buffer;
};

const idleCheckMs = ({ idleInTransactionMs }: MultiplexerOptions) => Math.min(1000, idleInTransactionMs);

type Job = { connection: Connection; messages: Buffer; endsBatch: boolean };

const MAX_CONNECTIONS = 200;
/** While jobs queue up, the event loop still reads sockets and answers the watchdog at least this often. */
const SLICE_MS = 5;

/**
 * Serves Postgres' protocol to many connections over one PGlite session, a batch (up to Sync) at a time; an
 * open transaction keeps the session. pglite-socket is not used: it takes turns per message, so that parallel
 * clients bind to each other's unnamed statements, and an error can swallow a neighbour's messages.
 *
 * What one session cannot give: SET without LOCAL, temporary tables, session advisory locks, SQL's PREPARE
 * and cursors WITH HOLD are shared by all connections; LISTEN, COPY … FROM STDIN and cancelling do not work;
 * a transaction excludes all others, so waiting inside one for a second connection ends in a 25P03.
 */
export class Multiplexer {
  readonly #session: Session;
  readonly #options: MultiplexerOptions;
  readonly #server: Server;
  readonly #connections = new Set<Connection>();
  readonly #idleCheck: NodeJS.Timeout;
  readonly #queue = new JobQueue<Connection, Job>();
  #owner: Connection | undefined;
  #ownerBatchOpen = false;
  #ownerIdleChecks = 0;
  #scheduled = false;
  #isClosed = false;

  constructor(session: Session, options: MultiplexerOptions) {
    this.#session = session;
    this.#options = options;
    this.#server = createServer({ allowHalfOpen: false }, (socket) => this.#accept(socket));
    this.#server.maxConnections = MAX_CONNECTIONS;
    this.#idleCheck = setInterval(() => this.#endIdleOwner(), idleCheckMs(options));
    this.#idleCheck.unref();
  }

  listen(path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(path, () => {
        this.#server.off("error", reject);
        resolve();
      });
    });
  }

  /** Ends every connection, rolls back what is open and removes the socket. */
  close(): Promise<void> {
    clearInterval(this.#idleCheck);
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const connection of [...this.#connections]) {
      connection.end(fatal("57P01", "the embedded database is shutting down"));
      this.#forget(connection);
    }
    // What would have tidied up after them is not worth waiting for: the session ends.
    this.#isClosed = true;
    return closed;
  }

  #accept(socket: Socket): void {
    const connection = new Connection(socket, {
      greeting: this.#options.greeting,
      onBatch: (messages, endsBatch) => {
        this.#queue.push({ connection, messages, endsBatch });
        this.#schedule();
      },
      onClose: () => this.#forget(connection),
    });
    this.#connections.add(connection);
  }

  #schedule(): void {
    if (this.#scheduled || this.#isClosed) return;
    this.#scheduled = true;
    setImmediate(() => this.#runSlice());
  }

  #runSlice(): void {
    this.#scheduled = false;
    if (this.#isClosed) return;
    const end = performance.now() + SLICE_MS;
    let job = this.#take();
    while (job) {
      this.#run(job);
      if (performance.now() >= end) {
        this.#schedule();
        return;
      }
      job = this.#take();
    }
  }

  #take(): Job | undefined {
    return this.#owner ? this.#queue.takeOf(this.#owner) : this.#queue.take();
  }

  /** Lets the session do what it does between transactions now, unless one is open. */
  betweenTransactions(): void {
    if (!this.#owner) this.#session.betweenTransactions?.();
  }

  #run({ connection, messages, endsBatch }: Job): void {
    this.betweenTransactions();
    const reply = this.#session.execute(messages);
    const keeps = !endsBatch || this.#session.inTransaction();
    this.#owner = keeps ? connection : undefined;
    this.#ownerBatchOpen = !endsBatch;
    this.#ownerIdleChecks = 0;
    connection.send(reply);
  }

  /** Drops a connection: its waiting batches, its open transaction and its prepared statements. */
  #forget(connection: Connection): void {
    if (!this.#connections.delete(connection)) return;
    this.#queue.dropOf(connection);
    if (this.#owner === connection) {
      if (this.#ownerBatchOpen) this.#session.execute(sync());
      if (this.#session.inTransaction()) this.#session.execute(query("ROLLBACK"));
      this.#owner = undefined;
      this.#ownerBatchOpen = false;
    }
    const cleanUp = connection.cleanUp();
    if (cleanUp) this.#queue.push({ connection, messages: cleanUp, endsBatch: true });
    if (!this.#queue.isEmpty) this.#schedule();
  }

  #endIdleOwner(): void {
    const owner = this.#owner;
    if (!owner || this.#queue.isEmpty || this.#queue.hasOf(owner)) return;
    this.#ownerIdleChecks += 1;
    if (this.#ownerIdleChecks * idleCheckMs(this.#options) <= this.#options.idleInTransactionMs) return;
    owner.end(fatal("25P03", "terminating connection due to idle-in-transaction timeout"));
    this.#forget(owner);
  }
}
