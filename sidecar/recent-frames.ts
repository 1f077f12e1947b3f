import { pieceBytes } from "./text-message";

/** Captures as they go to every client: text messages in the WebSocket's own format. `sequence` is the last one's. */
export type Frame = { sequence: number; bytes: Buffer };

/** One frame of the first of these frames and of those behind it that fit the same piece. */
export function joined(frames: Iterable<Frame>): Frame | undefined {
  const parts: Buffer[] = [];
  let bytes = 0;
  let last: Frame | undefined;
  for (const frame of frames) {
    if (last && bytes + frame.bytes.byteLength > pieceBytes) break;
    bytes += frame.bytes.byteLength;
    parts.push(frame.bytes);
    last = frame;
  }
  if (!last || parts.length === 1) return last;
  return { sequence: last.sequence, bytes: Buffer.concat(parts, bytes) };
}

/** The frames of one inbox that some client has not got yet, up to a limit in bytes. */
export class RecentFrames {
  readonly #frames = new Map<number, Frame>();
  readonly #bytesMax: number;
  #bytes = 0;
  /** The last answer of `following`: almost all clients are at the same place. */
  #following: { sequence: number; frame: Frame | undefined } | undefined;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** What comes next after a sequence, without a gap: one or more frames in one, the same for all who ask. */
  following(sequence: number): Frame | undefined {
    if (this.#following?.sequence !== sequence) {
      this.#following = { sequence, frame: joined(this.#from(sequence + 1)) };
    }
    return this.#following.frame;
  }

  /** The lowest sequence that is here beyond the given one. */
  firstAfter(sequence: number): number | undefined {
    let first: number | undefined;
    for (const each of this.#frames.keys()) {
      if (each > sequence && (first === undefined || each < first)) first = each;
    }
    return first;
  }

  /** Adds a frame and drops the oldest ones beyond the limit. */
  add(frame: Frame): void {
    this.#drop(frame.sequence);
    this.#frames.set(frame.sequence, frame);
    this.#bytes += frame.bytes.byteLength;
    this.#following = undefined;
    for (const sequence of this.#frames.keys()) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#drop(sequence);
    }
  }

  /** Drops all frames up to this sequence. */
  dropThrough(last: number): void {
    for (const sequence of this.#frames.keys()) if (sequence <= last) this.#drop(sequence);
  }

  *#from(first: number): Generator<Frame> {
    for (let sequence = first; ; sequence += 1) {
      const frame = this.#frames.get(sequence);
      if (!frame) return;
      yield frame;
    }
  }

  #drop(sequence: number): void {
    const frame = this.#frames.get(sequence);
    if (!frame) return;
    this.#frames.delete(sequence);
    this.#bytes -= frame.bytes.byteLength;
    this.#following = undefined;
  }
}
