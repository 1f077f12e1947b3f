import type { Socket } from "node:net";
import { quickName } from "../quick-name";
import {
  closeStatement,
  copyFail,
  fatal,
  MessageReader,
  PACKET,
  renameStatement,
  startupParameters,
  sync,
  WireError,
} from "./wire";

export type ConnectionEvents = {
  greeting: Buffer;
  /** Messages to run without any of another connection's in between; `endsBatch` is false after a Flush. */
  onBatch(messages: Buffer, endsBatch: boolean): void;
  onClose(): void;
};

const MAX_BATCH_BYTES = 256 * 1024 * 1024;

let statements = 0;

/** One client: reads its messages, groups them into batches, and gives its prepared statements names of their own. */
export class Connection {
  readonly #socket: Socket;
  readonly #events: ConnectionEvents;
  readonly #reader = new MessageReader();
  readonly #names = new Map<string, string>();
  #batch: Buffer[] = [];
  #batchBytes = 0;
  #mayCopy = false;
  #isQuick = false;
  #open = true;

  constructor(socket: Socket, events: ConnectionEvents) {
    this.#socket = socket;
    this.#events = events;
    socket.on("data", (chunk) => this.#receive(chunk));
    // A reset is followed by "close", which does the work.
    socket.on("error", () => {});
    socket.on("close", () => this.#closed());
  }

  /** Whether it asks to be answered before others. */
  get isQuick(): boolean {
    return this.#isQuick;
  }

  send(bytes: Buffer): void {
    if (this.#open && bytes.length > 0) this.#socket.write(bytes);
  }

  /** Says why, and ends the connection. */
  end(reason: Buffer): void {
    if (!this.#open) return;
    this.#open = false;
    this.#socket.end(reason);
    this.#socket.destroySoon();
  }

  /** Messages that drop what this connection prepared; undefined when there is nothing. */
  cleanUp(): Buffer | undefined {
    if (this.#names.size === 0) return undefined;
    const messages = [...this.#names.values()].map(closeStatement);
    this.#names.clear();
    return Buffer.concat([...messages, sync()]);
  }

  #closed(): void {
    this.#open = false;
    this.#events.onClose();
  }

  #receive(chunk: Buffer): void {
    this.#reader.push(chunk);
    try {
      for (let message = this.#next(); message; message = this.#next()) {
        if (this.#reader.typed) this.#collect(message);
        else this.#begin(message);
      }
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      this.end(fatal("08P01", `protocol violation: ${error.message}`));
      this.#events.onClose();
    }
  }

  #next(): Buffer | undefined {
    return this.#open ? this.#reader.next() : undefined;
  }

  #begin(packet: Buffer): void {
    if (packet.length < 8) throw new WireError("a start-up packet without a version");
    const code = packet.readInt32BE(4);
    if (code === PACKET.ssl || code === PACKET.gss) {
      this.send(Buffer.from("N"));
    } else if (code === PACKET.cancel) {
      // The statement to cancel blocks this very thread, so by now it has finished.
      this.#socket.destroy();
    } else if (code >>> 16 === PACKET.startup3) {
      this.#reader.typed = true;
      this.#isQuick = startupParameters(packet).get("application_name") === quickName;
      this.send(this.#events.greeting);
    } else {
      throw new WireError(`version ${code >>> 16}`);
    }
  }

  #collect(message: Buffer): void {
    const type = String.fromCharCode(message[0] ?? 0);
    if (type === "X") {
      this.#socket.end();
      return;
    }
    this.#batch.push(renameStatement(message, (name) => this.#ownName(name)));
    this.#batchBytes += message.length;
    if (this.#batchBytes > MAX_BATCH_BYTES) throw new WireError("a batch that is too large");
    if (type === "Q" || type === "P") this.#mayCopy ||= /stdin/i.test(message.toString("latin1"));
    // PGlite would take waiting for the client's data for the end of the client, and end itself.
    if (this.#mayCopy && (type === "Q" || type === "E")) this.#batch.push(copyFail());
    const endsBatch = type === "Q" || type === "S" || type === "F";
    if (!endsBatch && type !== "H") return;
    const messages = this.#batch.length === 1 ? message : Buffer.concat(this.#batch);
    this.#batch = [];
    this.#batchBytes = 0;
    this.#events.onBatch(messages, endsBatch);
  }

  /** Postgres compares only 63 bytes of a name, so a short number replaces it instead of a prefix being added. */
  #ownName(name: string): string {
    const known = this.#names.get(name);
    if (known) return known;
    statements += 1;
    const own = `s${statements}`;
    this.#names.set(name, own);
    return own;
  }
}
