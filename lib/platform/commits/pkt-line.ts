import { garbage } from "./commits-error";

/** One packet: its bytes, or one of the marks that end sections and messages. */
export type Packet = Buffer | "flush" | "delimiter" | "response-end";

const marks = ["flush", "delimiter", "response-end"] as const;
const prefixBytes = 4;

/** A request body: texts become packets that end in a line feed, marks are written as they are. */
export function encodePackets(...packets: (string | "delimiter" | "flush")[]): Buffer {
  return Buffer.concat(
    packets.map((packet) => {
      if (packet === "flush") return Buffer.from("0000");
      if (packet === "delimiter") return Buffer.from("0001");
      const line = Buffer.from(`${packet}\n`);
      return Buffer.concat([Buffer.from((line.length + prefixBytes).toString(16).padStart(4, "0")), line]);
    }),
  );
}

/**
 * The packets of a body that comes in chunks of any size.
 * @throws {CommitsError} `garbage` for a length that is none, and for a body that ends within a packet.
 */
export async function* packetsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Packet> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (rest.length - at >= prefixBytes) {
      const length = lengthAt(rest, at);
      if (length < prefixBytes) {
        yield markOf(length);
        at += prefixBytes;
        continue;
      }
      if (rest.length - at < length) break;
      yield rest.subarray(at + prefixBytes, at + length);
      at += length;
    }
    rest = rest.subarray(at);
  }
  if (rest.length > 0) throw garbage("it ends in the middle of a packet");
}

function lengthAt(bytes: Buffer, at: number): number {
  const digits = bytes.toString("latin1", at, at + prefixBytes);
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw garbage("it is not made of packets");
  return Number.parseInt(digits, 16);
}

function markOf(length: number): (typeof marks)[number] {
  const mark = marks[length];
  if (!mark) throw garbage("it has a packet of an impossible length");
  return mark;
}

/** A packet's text without its line feed. */
export function lineOf(packet: Buffer): string {
  return packet.toString("utf8").replace(/\n$/, "");
}
