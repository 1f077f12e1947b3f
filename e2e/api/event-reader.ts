import { type ClientRequest, type IncomingHttpHeaders, request } from "node:http";
import { expect } from "vitest";
import { appHost, port } from "./client";

export type Heard = { id: string; event: string; data: { type: string; etag: string; lastModified: number } };

/** A client of events, as a browser's `EventSource` is one, that keeps all it got. */
export class EventReader {
  readonly events: Heard[] = [];
  text = "";
  status = 0;
  headers: IncomingHttpHeaders = {};
  isOver = false;
  readonly opened: Promise<void>;
  readonly #outgoing: ClientRequest;

  constructor(path: string, headers: Record<string, string> = {}) {
    this.#outgoing = request({
      ...{ host: "127.0.0.1", port, path, agent: false },
      headers: { host: appHost, accept: "text/event-stream", ...headers },
    });
    this.opened = new Promise((resolve, reject) => {
      this.#outgoing.on("error", reject);
      this.#outgoing.on("response", (incoming) => {
        this.status = incoming.statusCode ?? 0;
        this.headers = incoming.headers;
        incoming.setEncoding("utf8").on("data", (chunk: string) => this.#take(chunk));
        const end = () => {
          this.isOver = true;
        };
        incoming.on("end", end).on("error", end).on("close", end);
        resolve();
      });
    });
    this.#outgoing.end();
  }

  #take(chunk: string): void {
    this.text += chunk;
    const blocks = this.text.split("\n\n").slice(0, -1);
    const events = blocks.flatMap((block) => {
      const fields = Object.fromEntries(
        block.split("\n").map((line) => /^(\w+): (.*)$/.exec(line)?.slice(1) ?? []),
      );
      return fields.data === undefined ? [] : { ...fields, data: JSON.parse(fields.data) };
    });
    this.events.splice(0, this.events.length, ...(events as Heard[]));
  }

  get types(): string[] {
    return this.events.map(({ data }) => data.type);
  }

  get lastId(): string {
    return this.events.at(-1)?.id ?? "";
  }

  /** Waits until there are so many events. */
  async heard(count: number): Promise<void> {
    await expect.poll(() => this.events.length).toBeGreaterThanOrEqual(count);
  }

  /** Waits until the last event is of another state than this. */
  async heardOther(id: string): Promise<void> {
    await expect.poll(() => this.lastId).not.toBe(id);
  }

  async ended(): Promise<void> {
    await expect.poll(() => this.isOver).toBe(true);
  }

  close(): void {
    this.#outgoing.on("error", () => {}).destroy();
  }
}

/** Opens a stream and waits for its first event. */
export async function listen(path: string, headers: Record<string, string> = {}): Promise<EventReader> {
  const reader = new EventReader(path, headers);
  await reader.opened;
  expect([reader.status, reader.headers["content-type"]]).toEqual([200, "text/event-stream"]);
  await reader.heard(1);
  return reader;
}
