import type { Bus, Subscription } from "@/lib/platform/bus/bus";
import { streamChannel } from "@/lib/platform/bus/stream-channel";
import type { Steps, Turns } from "@/lib/platform/process/turns";
import { CaptureNotice, type StreamedCapture } from "@/lib/webhooks/stream-contract";
import type { Clock } from "./clock";
import { type Frame, RecentFrames } from "./recent-frames";
import type { Closing, Page, Source, StreamClient } from "./stream-client";
import { textMessage } from "./text-message";

type Options = {
  webhookId: string;
  bus: Bus;
  clock: Pick<Clock, "now" | "after">;
  /** Shares the event loop among the inboxes: to write to all clients of one may take some milliseconds. */
  turns: Turns;
  requestsAfter: (after: number, client: StreamClient) => Promise<StreamedCapture[]>;
  /** Called once messages arrive here; those sent before were missed. */
  listening: (hub: Hub) => void;
};

type Round = "none" | "planned" | "running" | "running, another wanted";

/** Limit for frames that clients share. A batch of captures may be large, and soon be gone from the database. */
const recentBytesMax = 8 * 1024 * 1024;
/** The least size of a capture that is announced without its content, for apps that do not say which it is. */
const unseenBytes = 48 * 1024;

/** For each client, the ms that an inbox waits between two rounds; each round is a write for every client. */
const pauseMsOfClient = 0.1;

/** The clients of one inbox. They share one subscription, serialise a capture once and catch up together. */
export class Hub implements Source {
  readonly webhookId: string;
  readonly #options: Options;
  readonly #clients = new Set<StreamClient>();
  readonly #recent = new RecentFrames(recentBytesMax);
  readonly #loads = new Map<number, Promise<Page>>();
  readonly #subscription: Subscription;
  #latest = 0;
  #round: Round = "none";
  #roundAt = Number.NEGATIVE_INFINITY;

  constructor(options: Options) {
    this.#options = options;
    this.webhookId = options.webhookId;
    const channel = streamChannel(options.webhookId);
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

  /** In steps, because a crowd may have to be closed at once. */
  *tick(): Steps<void> {
    for (const client of this.#clients) {
      client.tick();
      yield;
    }
    this.#trim();
  }

  /** The app reported that there are captures up to here. */
  learn(sequence: number): void {
    if (sequence <= this.#latest) return;
    this.#latest = sequence;
    this.#planRound();
  }

  latest = () => this.#latest;
  following = (sequence: number) => this.#recent.following(sequence);
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
    for (const client of this.#clients) client.announce(frame?.bytes.byteLength ?? size);
    if (this.#clients.size > 0) this.#planRound();
    else this.#trim();
  }

  /**
   * Captures that come in one turn of the event loop, and those that come while a crowd is being written to, go out in
   * one write. The first after a pause goes out at once.
   */
  #planRound(): void {
    if (this.#round === "running") this.#round = "running, another wanted";
    if (this.#round !== "none") return;
    this.#round = "planned";
    const { clock, turns } = this.#options;
    const waitMs = Math.floor(this.#roundAt + pauseMsOfClient * this.#clients.size - clock.now());
    const run = () => void turns.run(this.#writeToAll());
    if (waitMs > 0) clock.after(waitMs, run);
    else run();
  }

  *#writeToAll(): Steps<void> {
    this.#round = "running";
    this.#roundAt = this.#options.clock.now();
    for (const client of this.#clients) {
      client.pump();
      yield;
    }
    this.#trim();
    const again = (this.#round as Round) === "running, another wanted";
    this.#round = "none";
    if (again) this.#planRound();
  }

  #trim(): void {
    if (this.#recent.bytes === 0) return;
    let wanted = Number.POSITIVE_INFINITY;
    for (const client of this.#clients) if (client.wantsRecent) wanted = Math.min(wanted, client.cursor);
    this.#recent.dropThrough(wanted);
  }
}

function frameOf(capture: StreamedCapture): Frame {
  return { sequence: capture.sequence, bytes: textMessage(JSON.stringify(capture)) };
}
