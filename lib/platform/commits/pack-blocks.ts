const blockBytes = 1024 * 1024;

/**
 * A pack as it comes. A server chooses the size of its packets, down to a byte, and each piece that is kept costs more
 * than that: so they are copied into blocks.
 */
export class PackBlocks {
  readonly #blocks: Buffer[] = [];
  #filled = blockBytes;

  add(piece: Buffer): void {
    for (let at = 0; at < piece.length; ) {
      if (this.#filled === blockBytes) {
        this.#blocks.push(Buffer.allocUnsafeSlow(blockBytes));
        this.#filled = 0;
      }
      const copied = piece.copy(this.#blocks.at(-1) as Buffer, this.#filled, at);
      this.#filled += copied;
      at += copied;
    }
  }

  whole(): Buffer {
    const last = this.#blocks.at(-1);
    return Buffer.concat([...this.#blocks.slice(0, -1), ...(last ? [last.subarray(0, this.#filled)] : [])]);
  }
}
