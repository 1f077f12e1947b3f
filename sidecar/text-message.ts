/**
 * A text message as it goes over a WebSocket from the server (RFC 6455, 5.2), so that all clients are written the same
 * bytes. `ws` would make a header for every client, and two writes of each message.
 */

/** A long message is sent in pieces of this size, each a fragment of its own, between which a ping may go. */
export const pieceBytes = 64 * 1024;
const longHeaderBytes = 4;
const payloadMax = pieceBytes - longHeaderBytes;
/** From this length on, the length takes two bytes more. */
const longFrom = 126;

/** The whole message. It may be sent in one write, or in slices that end at multiples of `pieceBytes`. */
export function textMessage(text: string): Buffer {
  const payload = Buffer.from(text);
  const pieces = Math.max(1, Math.ceil(payload.byteLength / payloadMax));
  const lastBytes = payload.byteLength - (pieces - 1) * payloadMax;
  const lastHeaderBytes = lastBytes < longFrom ? 2 : longHeaderBytes;
  const message = Buffer.allocUnsafeSlow((pieces - 1) * pieceBytes + lastHeaderBytes + lastBytes);
  for (let piece = 0; piece < pieces; piece += 1) {
    const isLast = piece === pieces - 1;
    const length = isLast ? lastBytes : payloadMax;
    const at = piece * pieceBytes;
    const headerBytes = writeHeader(message, at, { isFirst: piece === 0, isLast, length });
    payload.copy(message, at + headerBytes, piece * payloadMax, piece * payloadMax + length);
  }
  return message;
}

type Header = { isFirst: boolean; isLast: boolean; length: number };

/** @returns the header's length */
function writeHeader(message: Buffer, at: number, { isFirst, isLast, length }: Header): number {
  const final = 0x80;
  const textOpcode = 0x01;
  message[at] = (isLast ? final : 0) | (isFirst ? textOpcode : 0);
  if (length < longFrom) {
    message[at + 1] = length;
    return 2;
  }
  message[at + 1] = longFrom;
  message.writeUInt16BE(length, at + 2);
  return longHeaderBytes;
}
