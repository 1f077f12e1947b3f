import { garbage } from "./commits-error";

/**
 * How many bytes a delta makes, to be asked before it is applied.
 * @throws {CommitsError} `garbage`
 */
export const deltaTargetSize = (delta: Buffer): number => sizeAt(delta, sizeAt(delta, 0).next).size;

/**
 * Applies a delta to its base: it consists of runs to copy from the base, and of bytes of its own. Every command
 * makes at least a byte, so the work is bounded by the size of what is made.
 * @throws {CommitsError} `garbage`
 */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const source = sizeAt(delta, 0);
  const target = sizeAt(delta, source.next);
  if (source.size !== base.length) throw garbage("a delta does not fit what it builds on");
  const result = Buffer.alloc(target.size);
  let at = target.next;
  let filled = 0;
  while (at < delta.length) {
    const command = delta[at] as number;
    at += 1;
    if (command === 0) throw garbage("a delta has an unknown command");
    if (command & 0x80) {
      const copy = copyAt(delta, at, command);
      at = copy.next;
      if (copy.offset + copy.size > base.length || filled + copy.size > result.length) throw outOfBounds();
      base.copy(result, filled, copy.offset, copy.offset + copy.size);
      filled += copy.size;
    } else {
      if (at + command > delta.length || filled + command > result.length) throw outOfBounds();
      delta.copy(result, filled, at, at + command);
      at += command;
      filled += command;
    }
  }
  if (filled !== result.length) throw garbage("a delta ends too early");
  return result;
}

const outOfBounds = () => garbage("a delta reaches out of bounds");

function sizeAt(delta: Buffer, start: number): { size: number; next: number } {
  let size = 0;
  let factor = 1;
  for (let at = start; at < delta.length && factor <= 2 ** 42; at += 1) {
    const byte = delta[at] as number;
    size += (byte & 0x7f) * factor;
    if (!(byte & 0x80)) return { size, next: at + 1 };
    factor *= 128;
  }
  throw garbage("a delta has no sizes");
}

/** The bits of the command tell which bytes of offset and size follow. */
function copyAt(delta: Buffer, start: number, command: number) {
  let at = start;
  const number = (bits: number, first: number) => {
    let value = 0;
    for (let bit = 0; bit < bits; bit += 1) {
      if (!(command & (first << bit))) continue;
      const byte = delta[at];
      if (byte === undefined) throw outOfBounds();
      value += byte * 256 ** bit;
      at += 1;
    }
    return value;
  };
  const offset = number(4, 0x01);
  const size = number(3, 0x10) || 0x10000;
  return { offset, size, next: at };
}
