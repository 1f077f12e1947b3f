import { statfsSync } from "node:fs";

const MiB = 1024 * 1024;

/** A file of Postgres' write-ahead log, which it makes whole. */
export const walFileBytes = 16 * MiB;

/** Free bytes below which writes stop, and from which on they go on. */
export type RoomLimits = { reserveBytes: number; enoughBytes: number };

/**
 * When writes stop, and when they go on. What is left has to hold what was begun before: the largest statements take
 * some 40 MiB with their share of the log, a checkpoint or a recovery takes one more file of the log.
 * docs/decisions/full-disk.md has the measurements.
 */
export const roomLimits: RoomLimits = { reserveBytes: 64 * MiB, enoughBytes: 96 * MiB };

/** What a new database takes, and what it needs from its first day on. */
export const newDatabaseBytes = 64 * MiB + roomLimits.enoughBytes;

export const inMiB = (bytes: number): number => Math.floor(bytes / MiB);

/** Bytes that this user may still write on the file system of a directory. */
export function freeBytesOf(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

export type DiskRoomOptions = {
  /** Reads how many bytes are free. */
  freeBytes(): number;
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  limits: RoomLimits;
};

/** A reading is good for this long, in ms: in this time no statement writes more than the reserve. */
const READING_MS = 50;

/** Says whether the disk has room for writes. Between its two limits it says what it said before. */
export class DiskRoom {
  readonly #options: DiskRoomOptions;
  #readAt = Number.NEGATIVE_INFINITY;
  #freeBytes = Number.POSITIVE_INFINITY;
  #isFull = false;

  constructor(options: DiskRoomOptions) {
    this.#options = options;
  }

  /** As of the last reading. */
  get freeBytes(): number {
    return this.#freeBytes;
  }

  isFull(): boolean {
    const now = this.#options.now();
    if (now - this.#readAt < READING_MS) return this.#isFull;
    this.#readAt = now;
    try {
      this.#freeBytes = this.#options.freeBytes();
    } catch {
      // A directory that cannot be asked is not full: the database itself will say what is wrong with it.
      return this.#isFull;
    }
    const { reserveBytes, enoughBytes } = this.#options.limits;
    this.#isFull = this.#freeBytes < (this.#isFull ? enoughBytes : reserveBytes);
    return this.#isFull;
  }
}
