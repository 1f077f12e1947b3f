import { createHash } from "node:crypto";
import { garbage } from "./commits-error";
import type { Counted } from "./git-server";
import { inflateObject, skipObject } from "./inflate";
import { applyDelta, deltaTargetSize } from "./pack-delta";
import {
  commitBytesMax,
  deltaChainMax,
  heldObjectBytes,
  type ReadingBudget,
  tooLarge,
} from "./reading-limits";

const commitType = 1;
const offsetDelta = 6;
const referenceDelta = 7;
const typeNames: Record<number, string> = { 1: "commit", 2: "tree", 3: "blob", 4: "tag" };

export type HashName = "sha1" | "sha256";
type Header = { type: number; offset: number; size: number; base: number | string | undefined; next: number };
/** A commit, or a delta that may become one. */
type Entry = Pick<Header, "type" | "offset" | "base"> & { content: Buffer };

/**
 * The commits of a pack by object name. Names are computed from the contents, so that a server cannot pass something
 * else off as a commit. Other objects are skipped; deltas are applied where they lead to a commit. It holds its thread
 * for as long as the budget lasts.
 * @throws {CommitsError} `garbage`, or `too_large` when the budget is spent
 */
export async function commitsOfPack(
  pack: Buffer,
  hash: HashName,
  budget: ReadingBudget,
  counted: Counted = () => {},
): Promise<Map<string, Buffer>> {
  const { entries, end } = await readEntries(pack, hash, budget, counted);
  const trailer = createHash(hash).update(pack.subarray(0, end)).digest();
  if (!trailer.equals(pack.subarray(end))) throw garbage("the pack's checksum is wrong");
  return resolveCommits(entries, hash, budget);
}

/** How many objects are read between two reports of it. */
const countedEvery = 500;

async function readEntries(pack: Buffer, hash: HashName, budget: ReadingBudget, counted: Counted) {
  if (pack.length < 12 || pack.toString("latin1", 0, 4) !== "PACK") throw garbage("there is no pack in it");
  const version = pack.readUInt32BE(4);
  if (version !== 2 && version !== 3) throw garbage(`it has a pack of version ${version}`);
  const count = pack.readUInt32BE(8);
  budget.spend("objects", count);
  const entries: Entry[] = [];
  /** Where they begin. A delta on anything else that comes before it can be no commit. */
  const candidates = new Set<number>();
  let at = 12;
  for (let done = 0; done < count; done += 1) {
    if (done % countedEvery === 0) counted(done, count);
    const header = readHeader(pack, at, hash);
    const { type, offset, size, base, next } = header;
    if (type === commitType && size > commitBytesMax) throw tooLarge();
    budget.spend("unpacked", size);
    const rest = pack.subarray(next);
    if (mayBecomeCommit(header, candidates)) {
      candidates.add(offset);
      budget.spend("held", size + heldObjectBytes);
      const { content, read } = inflateObject(rest, size);
      entries.push({ type, offset, base, content });
      at = next + read;
    } else {
      at = next + (size > commitBytesMax ? await skipObject(rest, size) : inflateObject(rest, size).read);
    }
  }
  return { entries, end: at };
}

/** A delta larger than any commit leads to none either. */
function mayBecomeCommit({ type, base, size }: Header, candidates: ReadonlySet<number>): boolean {
  if (size > commitBytesMax) return false;
  return typeof base === "number" ? candidates.has(base) : type === commitType || base !== undefined;
}

function readHeader(pack: Buffer, offset: number, hash: HashName): Header {
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
    if (size > Number.MAX_SAFE_INTEGER) throw tooLarge();
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
    if (base < 12 || distance === 0) throw garbage("a delta builds on nothing before it");
  } else if (type === referenceDelta) {
    const length = hash === "sha1" ? 20 : 32;
    base = pack.toString("hex", at, at + length);
    at += length;
  } else if (!typeNames[type]) throw garbage("the pack has an object of an unknown type");
  return { type, offset, size, base, next: at };
}

/** Works up from whole commits to the deltas that build on them, each once. */
function resolveCommits(entries: Entry[], hash: HashName, budget: ReadingBudget): Map<string, Buffer> {
  const dependents = new Map<number | string, Entry[]>();
  for (const entry of entries) {
    if (entry.base === undefined) continue;
    const held = dependents.get(entry.base) ?? [];
    dependents.set(entry.base, held);
    held.push(entry);
  }
  const commits = new Map<string, Buffer>();
  const pending = entries.filter(({ type }) => type === commitType).map((entry) => ({ ...entry, depth: 0 }));
  for (let entry = pending.pop(); entry; entry = pending.pop()) {
    const { offset, content, depth } = entry;
    const name = createHash(hash).update(`commit ${content.length}\0`).update(content).digest("hex");
    commits.set(name, content);
    for (const base of [offset, name]) {
      for (const delta of dependents.get(base) ?? []) {
        if (depth === deltaChainMax) throw tooLarge();
        const size = deltaTargetSize(delta.content);
        if (size > commitBytesMax) throw tooLarge();
        budget.spend("unpacked", size);
        budget.spend("held", size + heldObjectBytes);
        pending.push({ ...delta, content: applyDelta(content, delta.content), depth: depth + 1 });
      }
      dependents.delete(base);
    }
  }
  return commits;
}
