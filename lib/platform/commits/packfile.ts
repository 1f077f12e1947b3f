import { createHash } from "node:crypto";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { inflateSync } from "node:zlib";
import { CommitsError, garbage } from "./commits-error";
import { applyDelta } from "./pack-delta";

const commitType = 1;
const offsetDelta = 6;
const referenceDelta = 7;
const typeNames: Record<number, string> = { 1: "commit", 2: "tree", 3: "blob", 4: "tag" };

const objectBytesMax = 64 * 1024 * 1024;
const inflatedBytesMax = 1024 * 1024 * 1024;
/** How many bytes are unpacked before other work of the process gets its turn. */
const turnBytes = 1024 * 1024;

export type HashName = "sha1" | "sha256";
type Entry = { type: number; offset: number; content: Buffer; base: number | string | undefined };

/**
 * The commits of a pack by object name. Names are computed from the contents, so that a server cannot pass something
 * else off as a commit. Other objects are skipped; deltas are applied where they lead to a commit.
 * @throws {CommitsError} `garbage`, or `too_large` for contents beyond 64 MiB each or 1 GiB together.
 */
export async function commitsOfPack(pack: Buffer, hash: HashName): Promise<Map<string, Buffer>> {
  const { entries, end } = await readEntries(pack, hash);
  const trailer = createHash(hash).update(pack.subarray(0, end)).digest();
  if (!trailer.equals(pack.subarray(end))) throw garbage("the pack's checksum is wrong");
  return resolveCommits(entries, hash);
}

async function readEntries(pack: Buffer, hash: HashName) {
  if (pack.length < 12 || pack.toString("latin1", 0, 4) !== "PACK") throw garbage("there is no pack in it");
  const version = pack.readUInt32BE(4);
  if (version !== 2 && version !== 3) throw garbage(`it has a pack of version ${version}`);
  const count = pack.readUInt32BE(8);
  const entries: Entry[] = [];
  let at = 12;
  let inflated = 0;
  let turn = 0;
  while (entries.length < count) {
    const { entry, next, size } = readEntry(pack, at, hash);
    inflated += size;
    turn += size + (next - at);
    if (inflated > inflatedBytesMax) throw tooLarge();
    entries.push(entry);
    at = next;
    if (turn > turnBytes) {
      turn = 0;
      await yieldToOthers();
    }
  }
  return { entries, end: at };
}

function readEntry(pack: Buffer, offset: number, hash: HashName) {
  let at = offset;
  const byte = () => {
    const value = pack[at];
    if (value === undefined) throw garbage("the pack ends too early");
    at += 1;
    return value;
  };
  let value = byte();
  const type = (value >> 4) & 7;
  let size = value & 15;
  for (let factor = 16; value & 0x80; factor *= 128) {
    value = byte();
    size += (value & 0x7f) * factor;
    if (size > objectBytesMax) throw tooLarge();
  }
  let base: number | string | undefined;
  if (type === offsetDelta) {
    value = byte();
    let distance = value & 0x7f;
    while (value & 0x80) {
      value = byte();
      distance = (distance + 1) * 128 + (value & 0x7f);
    }
    base = offset - distance;
  } else if (type === referenceDelta) {
    const length = hash === "sha1" ? 20 : 32;
    base = pack.toString("hex", at, at + length);
    at += length;
  } else if (!typeNames[type]) throw garbage("the pack has an object of an unknown type");
  const { content, read } = inflate(pack.subarray(at), size);
  // Anything that cannot become a commit need not be kept.
  const held = type === commitType || base !== undefined ? content : Buffer.alloc(0);
  return { entry: { type, offset, content: held, base }, next: at + read, size };
}

function inflate(bytes: Buffer, size: number): { content: Buffer; read: number } {
  const chunkSize = Math.min(Math.max(size + 1, 64), 64 * 1024);
  let result: { buffer: Buffer; engine: { bytesWritten: number } };
  try {
    result = inflateSync(bytes, {
      info: true,
      chunkSize,
      maxOutputLength: Math.max(size, 1),
    }) as unknown as typeof result;
  } catch (cause) {
    throw garbage("an object of the pack cannot be unpacked", cause);
  }
  if (result.buffer.length !== size) throw garbage("an object of the pack has another size than it says");
  return { content: result.buffer, read: result.engine.bytesWritten };
}

/** Works up from whole commits to the deltas that build on them, each once. */
function resolveCommits(entries: Entry[], hash: HashName): Map<string, Buffer> {
  const dependents = new Map<number | string, Entry[]>();
  for (const entry of entries) {
    if (entry.base === undefined) continue;
    const held = dependents.get(entry.base) ?? [];
    dependents.set(entry.base, held);
    held.push(entry);
  }
  const commits = new Map<string, Buffer>();
  const pending = entries.filter(({ type }) => type === commitType);
  for (let entry = pending.pop(); entry; entry = pending.pop()) {
    const { offset, content } = entry;
    const name = createHash(hash).update(`commit ${content.length}\0`).update(content).digest("hex");
    commits.set(name, content);
    for (const base of [offset, name]) {
      for (const delta of dependents.get(base) ?? []) {
        pending.push({ ...delta, content: applyDelta(content, delta.content, objectBytesMax) });
      }
      dependents.delete(base);
    }
  }
  return commits;
}

const tooLarge = () =>
  new CommitsError("too_large", "The repository's history is too large to read. Choose a shorter range.");
