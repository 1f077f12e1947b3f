/** The beginning of a text, hashed once for all that may follow it. `rest`: what is left of it after whole blocks. */
export type Prefix = { hash: number; rest: number; restBytes: number; bytes: number };

/** MurmurHash3 x86 32-bit of a text's UTF-8 bytes with seed 0, by Austin Appleby's public-domain description. */
export function murmur3(text: string): number {
  const { hash, rest, bytes } = hashedPrefix(text);
  return finished(hash ^ scrambled(rest) ^ bytes);
}

export function hashedPrefix(text: string): Prefix {
  const bytes = bytesOf(text);
  const { length } = bytes;
  const whole = length & ~3;
  let hash = 0;
  for (let at = 0; at < whole; at += 4) hash = mixed(hash ^ scrambled(blockAt(bytes, at)));
  return { hash, rest: numberAt(bytes, whole, length), restBytes: length - whole, bytes: length };
}

/** The blocks of a text that follows so many bytes of a block begun before it, scrambled but for the first. */
type Following = { first: number; isWhole: boolean; blocks: Int32Array; tail: number };

/** `murmur3` of this text behind each of many prefixes, in a fraction of the time: its blocks are made only once. */
export function murmur3After(text: string): (prefix: Prefix) => number {
  const bytes = bytesOf(text);
  const { length } = bytes;
  const following = [0, 1, 2, 3].map((begun) => blocksAfter(bytes, begun));
  return ({ hash, rest, restBytes, bytes: before }) => {
    const { first, isWhole, blocks, tail } = following[restBytes] as Following;
    let result = hash ^ scrambled(rest | first);
    if (isWhole) {
      result = mixed(result);
      for (let at = 0; at < blocks.length; at += 1) result = mixed(result ^ (blocks[at] as number));
      result ^= tail;
    }
    return finished(result ^ (before + length));
  };
}

function blocksAfter(bytes: Uint8Array, begun: number): Following {
  const { length } = bytes;
  const start = Math.min(4 - begun, length);
  const first = numberAt(bytes, 0, start) << (8 * begun);
  if (begun + start < 4) return { first, isWhole: false, blocks: new Int32Array(0), tail: 0 };
  const whole = start + ((length - start) & ~3);
  const blocks = new Int32Array((whole - start) >> 2);
  for (let at = start; at < whole; at += 4) blocks[(at - start) >> 2] = scrambled(blockAt(bytes, at));
  return { first, isWhole: true, blocks, tail: scrambled(numberAt(bytes, whole, length)) };
}

const blockAt = (bytes: Uint8Array, at: number) =>
  (bytes[at] as number) |
  ((bytes[at + 1] as number) << 8) |
  ((bytes[at + 2] as number) << 16) |
  ((bytes[at + 3] as number) << 24);

/** Up to four bytes as a number, the lowest first. */
function numberAt(bytes: Uint8Array, start: number, stop: number): number {
  let number = 0;
  for (let at = stop - 1; at >= start; at -= 1) number = (number << 8) | (bytes[at] as number);
  return number;
}

const c1 = 0xcc9e2d51;
const c2 = 0x1b873593;

/** Of 0 it is 0. */
function scrambled(block: number): number {
  const product = Math.imul(block, c1);
  return Math.imul((product << 15) | (product >>> 17), c2);
}

const mixed = (hash: number) => (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;

function finished(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

let scratch = new Uint8Array(1024);
const encoder = new TextEncoder();

/** The UTF-8 bytes, in a buffer that the next call overwrites. */
function bytesOf(text: string): Uint8Array {
  if (scratch.length < text.length * 3) scratch = new Uint8Array(text.length * 3);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return scratch.subarray(0, encoder.encodeInto(text, scratch).written);
    scratch[at] = code;
  }
  return scratch.subarray(0, text.length);
}
