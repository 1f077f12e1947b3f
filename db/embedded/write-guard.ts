import { type DiskRoom, walFileBytes } from "./disk-room";
import type { Session } from "./multiplexer";
import { errorResponse, query, replaceError } from "./wire";

/** SQLSTATE read_only_sql_transaction: what Postgres answers to a write that it was told to refuse. */
const READ_ONLY = "25006";
/** SQLSTATE disk_full, with which the callers of the database get to know why. */
const DISK_FULL = errorResponse("ERROR", "53100", "the disk of the data directory has no room for writes");

/**
 * Has Postgres refuse every write while the disk has no room for it, so that reads go on. Postgres knows what writes,
 * and a transaction that began before may end: every new one is read-only.
 */
export class WriteGuard implements Session {
  readonly #session: Session;
  readonly #room: DiskRoom;
  readonly #onChange: (isFull: boolean) => void;
  #isFull = false;
  #freeAtCheckpoint = Number.POSITIVE_INFINITY;

  /** @param onChange is told when writes are refused from now on, and when they are no more */
  constructor(session: Session, room: DiskRoom, onChange: (isFull: boolean) => void) {
    this.#session = session;
    this.#room = room;
    this.#onChange = onChange;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  execute(messages: Uint8Array): Buffer {
    const reply = this.#session.execute(messages);
    return this.#isFull ? replaceError(reply, READ_ONLY, DISK_FULL) : reply;
  }

  inTransaction(): boolean {
    return this.#session.inTransaction();
  }

  betweenTransactions(): void {
    const isFull = this.#room.isFull();
    if (isFull !== this.#isFull) {
      this.#isFull = isFull;
      this.#freeAtCheckpoint = Number.POSITIVE_INFINITY;
      this.#session.execute(query(`set default_transaction_read_only = ${isFull ? "on" : "off"}`));
      this.#onChange(isFull);
    }
    if (isFull) this.#checkpoint();
  }

  /**
   * Reads write too: Postgres notes in a row that it is committed, and logs the page for its checksum. A checkpoint
   * lets the files of the log be used again. Where there is no room even for that one, it would be the end of the
   * engine.
   */
  #checkpoint(): void {
    const { freeBytes } = this.#room;
    if (freeBytes < walFileBytes || freeBytes > this.#freeAtCheckpoint - walFileBytes) return;
    this.#freeAtCheckpoint = freeBytes;
    this.#session.execute(query("checkpoint"));
  }
}
