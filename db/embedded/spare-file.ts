import { randomFillSync } from "node:crypto";
import { rmSync, statSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { freeBytesOf, roomLimits, walFileBytes } from "./disk-room";

const CHUNK_BYTES = 1024 * 1024;

/** A recovery begins a new file of the log, and some more. */
export const spareBytes = 2 * walFileBytes;

export const spareFile = (dataDir: string): string => join(dataDir, "postgres.spare");

/**
 * Room that is taken while there is some, and given up by the start that has none: an engine that another program's
 * files have ended could not recover on a full disk, so that not even reading would go on.
 */
export class SpareFile {
  readonly #dataDir: string;
  readonly #freeBytes: () => number;
  #filling: Promise<void> | undefined;

  constructor(dataDir: string, freeBytes = () => freeBytesOf(dataDir)) {
    this.#dataDir = dataDir;
    this.#freeBytes = freeBytes;
  }

  /** Gives the room up if a start could not do without. */
  release(): void {
    if (this.#freeBytes() < spareBytes) rmSync(spareFile(this.#dataDir), { force: true });
  }

  /** Takes the room, unless it has it or there is too little; resolves when that is done. Never rejects. */
  keep(): Promise<void> {
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = undefined;
    });
    return this.#filling;
  }

  async #fill(): Promise<void> {
    const path = spareFile(this.#dataDir);
    const draft = `${path}.new`;
    try {
      if (statSync(path, { throwIfNoEntry: false })?.size === spareBytes) return;
      if (this.#freeBytes() < roomLimits.enoughBytes + spareBytes) return;
      // Zeros would take no room on a file system that compresses.
      const chunk = randomFillSync(Buffer.alloc(CHUNK_BYTES));
      const file = await open(draft, "w", 0o600);
      try {
        for (let at = 0; at < spareBytes; at += CHUNK_BYTES) await file.write(chunk);
      } finally {
        await file.close();
      }
      await rename(draft, path);
    } catch {
      // The next one tries again; without the room, only the accident above is worse.
      await rm(draft, { force: true }).catch(() => {});
    }
  }
}
