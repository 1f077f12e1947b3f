/** Codes of the untyped packets that open a connection (Postgres manual, "Message Formats"). */
export const PACKET = { startup3: 3, cancel: 80877102, ssl: 80877103, gss: 80877104 } as const;

/** Postgres itself stops at 1 GiB; PGlite's whole memory is 2 GiB, and a message is copied there. */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;
const MAX_STARTUP_BYTES = 10_000;

/** The peer does not speak the protocol, so its connection has to end. */
export class WireError extends Error {}

/** Cuts the bytes of a connection into messages, header included. */
export class MessageReader {
  /** False until the start-up packet was read: the packets before it carry no type byte. */
  typed = false;
  #chunks: Buffer[] = [];
  #size = 0;
  #needed = 0;

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  /** The next whole message, undefined when bytes are missing. Throws WireError. */
  next(): Buffer | undefined {
    const header = this.typed ? 5 : 4;
    if (this.#size < Math.max(this.#needed, header)) return undefined;
    // Joined only once the message is complete, so that a large message is copied once and not once per chunk.
    const bytes =
      this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks);
    const length = this.typed ? 1 + bytes.readInt32BE(1) : bytes.readInt32BE(0);
    if (length < header || length > (this.typed ? MAX_MESSAGE_BYTES : MAX_STARTUP_BYTES)) {
      throw new WireError(`a message of ${length} bytes`);
    }
    this.#needed = length;
    this.#chunks = [bytes];
    if (bytes.length < length) return undefined;
    this.#chunks = bytes.length > length ? [bytes.subarray(length)] : [];
    this.#size -= length;
    this.#needed = 0;
    return bytes.subarray(0, length);
  }
}

function typed(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const header = Buffer.alloc(5);
  header.write(type, 0, "latin1");
  header.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}

const text = (value: string): Buffer => Buffer.from(`${value}\0`, "utf8");

export const sync = (): Buffer => typed("S");
export const query = (sql: string): Buffer => typed("Q", text(sql));
/** Refuses the data that COPY … FROM STDIN asks for; outside of a COPY it is ignored. */
export const copyFail = (): Buffer => typed("f", text("COPY FROM STDIN is not supported"));
export const closeStatement = (name: string): Buffer => typed("C", Buffer.from("S"), text(name));

export function startup(user: string, database: string): Buffer {
  const body = Buffer.concat([text("user"), text(user), text("database"), text(database), Buffer.alloc(1)]);
  const header = Buffer.alloc(8);
  header.writeInt32BE(body.length + 8, 0);
  header.writeInt32BE(PACKET.startup3 << 16, 4);
  return Buffer.concat([header, body]);
}

/** The parameters of a start-up packet by name. */
export function startupParameters(packet: Buffer): Map<string, string> {
  const parts = packet.toString("utf8", 8).split("\0");
  const parameters = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length; at += 2) parameters.set(parts[at] ?? "", parts[at + 1] ?? "");
  return parameters;
}

/** An ErrorResponse; one of severity FATAL ends the connection. */
export function errorResponse(severity: "ERROR" | "FATAL", sqlState: string, message: string): Buffer {
  const fields = [`S${severity}`, `V${severity}`, `C${sqlState}`, `M${message}`].map(text);
  return typed("E", ...fields, Buffer.alloc(1));
}

export const fatal = (sqlState: string, message: string): Buffer => errorResponse("FATAL", sqlState, message);

/** Puts `by` in the place of each ErrorResponse of whole messages that has this SQLSTATE. */
export function replaceError(messages: Buffer, sqlState: string, by: Buffer): Buffer {
  const field = text(`C${sqlState}`);
  if (!messages.includes(field)) return messages;
  const parts: Buffer[] = [];
  for (let at = 0; at < messages.length; ) {
    const end = at + 1 + messages.readInt32BE(at + 1);
    const message = messages.subarray(at, end);
    parts.push(message[0] === 0x45 && message.includes(field) ? by : message);
    at = end;
  }
  return Buffer.concat(parts);
}

/** Replaces the zero-terminated string at `at` and corrects the message's length. */
function replaceText(message: Buffer, at: number, replace: (value: string) => string): Buffer {
  const end = message.indexOf(0, at);
  if (end < 0) throw new WireError("a string without an end");
  if (end === at) return message;
  const value = Buffer.from(replace(message.toString("utf8", at, end)), "utf8");
  const changed = Buffer.concat([message.subarray(0, at), value, message.subarray(end)]);
  changed.writeInt32BE(changed.length - 1, 1);
  return changed;
}

/** Renames the prepared statement that a message mentions; the nameless one and other messages stay. */
export function renameStatement(message: Buffer, rename: (name: string) => string): Buffer {
  const type = String.fromCharCode(message[0] ?? 0);
  if (type === "P") return replaceText(message, 5, rename);
  if (type === "B") {
    const portalEnd = message.indexOf(0, 5);
    if (portalEnd < 0) throw new WireError("a string without an end");
    return replaceText(message, portalEnd + 1, rename);
  }
  if ((type === "D" || type === "C") && message[5] === 0x53) return replaceText(message, 6, rename);
  return message;
}
