import { connect as connectTcp } from "node:net";
import { expect, vi } from "vitest";
import { type ClientOptions, WebSocket } from "ws";
import { setting } from "./client";
import type { Captured } from "./fixtures";
import type { Inbox } from "./inbox";
import { isBehindNginx } from "./proxy";

/** Base address of streams. Where nothing serves them, this suite's files are left out by name. */
export const streamsUrl = setting("FIELDKIT_STREAMS");

export const streamPath = (webhookId: string, query = "") => `/ws/webhook/${webhookId}${query}`;

export const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Captures one after the other. */
export async function captureMany(inbox: Inbox, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) expect((await inbox.capture()).status).toBe(200);
}

export type Shown = { headers?: Record<string, string>; ticket?: string };

/** How a client that shows this opens a WebSocket. */
export const protocolsOf = ({ ticket }: Shown) => (ticket ? ["fieldkit.v1", `ticket.${ticket}`] : []);

/** One client of a stream and what it got. */
export class Reader {
  readonly socket: WebSocket;
  readonly frames: Captured[] = [];
  /** The messages as they came. */
  readonly bytes: Buffer[] = [];
  readonly opened: Promise<void>;
  readonly closed: Promise<{ code: number; reason: string }>;
  /** Whether each message so far was text. */
  onlyText = true;

  constructor(path: string, shown: Shown = {}, heard: (frame: Captured) => void = () => {}) {
    const options: ClientOptions = { headers: shown.headers ?? {} };
    this.socket = new WebSocket(streamsUrl + path, protocolsOf(shown), options);
    this.socket.on("message", (data, isBinary) => {
      if (isBinary) this.onlyText = false;
      this.bytes.push(data as Buffer);
      const frame = JSON.parse(String(data)) as Captured;
      this.frames.push(frame);
      heard(frame);
    });
    this.opened = new Promise((resolve, reject) => {
      this.socket.once("open", resolve);
      this.socket.once("error", reject);
    });
    this.closed = new Promise((resolve) => {
      this.socket.once("close", (code, reason) => resolve({ code, reason: String(reason) }));
    });
  }

  get sequences(): number[] {
    return this.frames.map(({ sequence }) => sequence);
  }

  /** Waits for this many frames, then asserts that their sequences are these. */
  async expectSequences(expected: number[]): Promise<void> {
    // `expect.poll` fails in concurrent tests.
    const areThere = () => expect(this.frames.length).toBeGreaterThanOrEqual(expected.length);
    await vi.waitFor(areThere, { timeout: 100_000, interval: 5 });
    expect(this.sequences).toEqual(expected);
  }
}

const open: Reader[] = [];

/** A stream that is open; `closeReaders` closes it. */
export async function read(...args: ConstructorParameters<typeof Reader>): Promise<Reader> {
  const reader = new Reader(...args);
  open.push(reader);
  await reader.opened;
  return reader;
}

export function closeReaders(): void {
  for (const { socket } of open.splice(0)) socket.terminate();
}

export type Refused = { status: number; headers: string; body: string };

/** Asks for a stream and gives back every byte that came until the other side hung up. */
export function everyByte(path: string, shown: Shown = {}): Promise<Refused> {
  const { host, hostname, port } = new URL(streamsUrl);
  const protocols = protocolsOf(shown).join(", ");
  const lines = {
    Host: host,
    // nginx keeps a connection after a refusal, unless it is told that nothing follows.
    Connection: isBehindNginx ? "Upgrade, close" : "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    ...(protocols && { "Sec-WebSocket-Protocol": protocols }),
    ...shown.headers,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve, reject) => {
    const socket = connectTcp(Number(port), hostname, () =>
      socket.write(`GET ${path} HTTP/1.1\r\n${head.join("")}\r\n`),
    );
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    socket.setTimeout(25_000, () => socket.destroy(new Error(`Nobody hung up after ${text}`)));
    socket.once("error", reject);
    socket.once("close", () => {
      const end = text.indexOf("\r\n\r\n");
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
      resolve({ status, headers: text.slice(0, end), body: text.slice(end + 4) });
    });
  });
}
