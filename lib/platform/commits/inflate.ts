import { createInflate, inflateSync } from "node:zlib";
import { garbage } from "./commits-error";

/** Node's types leave out what `info` adds: the engine knows how much it read. */
type Inflated = { buffer: Buffer; engine: { bytesWritten: number } };

/**
 * Unpacks the object at the beginning of some bytes.
 * @param size that it says it has
 * @throws {CommitsError} `garbage`
 */
export function inflateObject(bytes: Buffer, size: number): { content: Buffer; read: number } {
  const chunkSize = Math.min(Math.max(size + 1, 64), 64 * 1024);
  const options = { info: true, chunkSize, maxOutputLength: Math.max(size, 1) };
  try {
    const { buffer, engine } = inflateSync(bytes, options) as unknown as Inflated;
    if (buffer.length !== size) throw anotherSize();
    return { content: buffer, read: engine.bytesWritten };
  } catch (cause) {
    throw cannotBeUnpacked(cause);
  }
}

/**
 * Unpacks an object that nobody wants, only to find its end: piece by piece, so that it takes no memory.
 * @returns how many bytes it has in the pack
 * @throws {CommitsError} `garbage`
 */
export async function skipObject(bytes: Buffer, size: number): Promise<number> {
  const engine = createInflate();
  let unpacked = 0;
  try {
    engine.end(bytes);
    for await (const piece of engine) {
      unpacked += (piece as Buffer).length;
      if (unpacked > size) throw anotherSize();
    }
  } catch (cause) {
    throw cannotBeUnpacked(cause);
  } finally {
    engine.destroy();
  }
  if (unpacked !== size) throw anotherSize();
  return engine.bytesWritten;
}

const anotherSize = () => garbage("an object of the pack has another size than it says");

const cannotBeUnpacked = (cause: unknown) =>
  cause instanceof Error && cause.name === "CommitsError"
    ? cause
    : garbage("an object of the pack cannot be unpacked", cause);
