import type { Bus, Subscription } from "@/lib/platform/bus/bus";
import { CaptureNotice, captureChannel, type StreamedCapture } from "@/lib/webhooks/contract";
import { type Frame, RecentFrames } from "./recent-frames";
import type { Closing, Page, Source, StreamClient } from "./stream-client";

type Options = {
  webhookId: string;
  bus: Bus;
  requestsAfter: (after: number, client: StreamClient) => Promise<StreamedCapture[]>;
  /** Called once messages arrive here; those sent before were missed. */
  listening: (hub: Hub) => void;
};

/** Limit for frames that clients share. A batch of captures may be large, and soon be gone from the database. */
const recentBytesMax = 8 * 1024 * 1024;
/** The least size of a capture that is announced without its content, for apps that do not say which it is. */
const unseenBytes = 48 * 1024;

/** The clients of one inbox. They share one subscription, serialise a capture once and catch up together. */
export class Hub implements Source {
  readonly webhookId: string;
  readonly #options: Options;
  readonly #clients = new Set<StreamClient>();
  readonly #recent = new RecentFrames(recentBytesMax);
  readonly #loads = new Map<number, Promise<Page>>();
  readonly #subscription: Subscription;
  #latest = 0;

  constructor(options: Options) {
    this.#options = options;
    this.webhookId = options.webhookId;
    const channel = captureChannel(options.webhookId);
    this.#subscription = options.bus.subscribe(channel, (message) => this.#receive(message));
    void this.#subscription.ready.then(() => options.listening(this));
  }

  get size(): number {
    return this.#clients.size;
  }

  /** Bytes held for clients that have not got them yet. */
  get recentBytes(): number {
    return this.#recent.bytes;
  }

  add(client: StreamClient): void {
    this.#clients.add(client);
    client.start(this);
  }

  remove(client: StreamClient): void {
    this.#clients.delete(client);
    this.#trim();
  }

  closeAll(closing: Closing): void {
    for (const client of [...this.#clients]) client.close(closing);
  }

  end(): void {
    this.#subscription.close();
  }

  tick(): void {
    for (const client of [...this.#clients]) client.tick();
    this.#trim();
  }

  /** The app reported that there are captures up to here. */
  learn(sequence: number): void {
    if (sequence <= this.#latest) return;
    this.#latest = sequence;
    for (const client of [...this.#clients]) client.pump();
  }

  latest = () => this.#latest;
  recent = (sequence: number) => this.#recent.get(sequence);
  firstRecentAfter = (sequence: number) => this.#recent.firstAfter(sequence);

  /** Clients at the same place share one reading. */
  load(after: number, client: StreamClient): Promise<Page> {
    const known = this.#loads.get(after);
    if (known) return known;
    const until = this.#latest;
    const load = this.#options
      .requestsAfter(after, client)
      .then((captures) => ({ frames: captures.map(frameOf), until }))
      .finally(() => this.#loads.delete(after));
    this.#loads.set(after, load);
    return load;
  }

  #receive(message: unknown): void {
    const notice = CaptureNotice.safeParse(message).data;
    if (!notice) return;
    if ("deleted" in notice) {
      this.closeAll("inboxDeleted");
      return;
    }
    const { sequence, capture, size = unseenBytes } = notice;
    const frame = capture?.sequence === sequence ? frameOf(capture) : undefined;
    if (frame) this.#recent.add(frame);
    this.#latest = Math.max(this.#latest, sequence);
    for (const client of [...this.#clients]) client.announce(frame?.bytes.byteLength ?? size);
    this.#trim();
  }

  #trim(): void {
    if (this.#recent.bytes === 0) return;
    let wanted = Number.POSITIVE_INFINITY;
    for (const client of this.#clients) if (client.wantsRecent) wanted = Math.min(wanted, client.cursor);
    this.#recent.dropThrough(wanted);
  }
}

function frameOf(capture: StreamedCapture): Frame {
  return { sequence: capture.sequence, bytes: Buffer.from(JSON.stringify(capture)) };
}
