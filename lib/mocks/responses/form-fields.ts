import busboy from "busboy";

/** Pairs of a query, fields of a form, and cookies that are read of one request. */
export const pairsMax = 1000;

export type Pair = [name: string, value: string];

const [ampersand, percent, plus, equals, space] = [0x26, 0x25, 0x2b, 0x3d, 0x20];

/** The first pairs of an urlencoded text and one more, if there are more, as `URLSearchParams` reads them, which takes ten times as long. */
export function urlencodedPairs(bytes: Buffer): Pair[] {
  const pairs: Pair[] = [];
  let at = 0;
  while (pairs.length <= pairsMax) {
    while (bytes[at] === ampersand) at += 1;
    if (at >= bytes.length) break;
    const next = bytes.indexOf(ampersand, at);
    const pair = bytes.subarray(at, next === -1 ? bytes.length : next);
    const middle = pair.indexOf(equals);
    pairs.push(
      middle === -1
        ? [decoded(pair), ""]
        : [decoded(pair.subarray(0, middle)), decoded(pair.subarray(middle + 1))],
    );
    at += pair.length;
  }
  return pairs;
}

function decoded(bytes: Buffer): string {
  if (!bytes.includes(percent) && !bytes.includes(plus)) return bytes.toString();
  const plain = Buffer.allocUnsafe(bytes.length);
  let size = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const code = byte === percent ? byteOf(bytes[at + 1], bytes[at + 2]) : -1;
    if (code < 0) plain[size] = byte === plus ? space : byte;
    else {
      plain[size] = code;
      at += 2;
    }
    size += 1;
  }
  return plain.toString("utf8", 0, size);
}

/** The byte that two hexadecimal digits stand for; below 0 for anything else. */
function byteOf(high: number | undefined, low: number | undefined): number {
  const [first, second] = [hexDigit(high), hexDigit(low)];
  return first < 0 || second < 0 ? -1 : 16 * first + second;
}

function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1;
}

/** Bytes that are parsed before it is asked whether there are enough fields. */
const sliceBytes = 16 * 1024;

/** The first fields of a form that are no files and one more, if there are more, up to where it is malformed. */
export function multipartPairs(body: Buffer, contentType: string): Pair[] {
  const pairs: Pair[] = [];
  try {
    const limits = { files: 0, fields: pairsMax + 1, fieldSize: Number.POSITIVE_INFINITY, headerPairs: 16 };
    const headers = { "content-type": contentType };
    const parser = busboy({ headers, defParamCharset: "utf8", limits });
    parser.on("field", (name: string | undefined, value) => {
      if (name !== undefined) pairs.push([name, value]);
    });
    parser.on("error", () => {});
    // Whatever is written is parsed at once, because there are no files to be read by anybody.
    for (let at = 0; at < body.length && pairs.length <= pairsMax && !parser.destroyed; at += sliceBytes) {
      parser.write(body.subarray(at, at + sliceBytes));
    }
  } catch {
    // A type without a boundary, for instance: then there are no fields.
  }
  return pairs;
}
