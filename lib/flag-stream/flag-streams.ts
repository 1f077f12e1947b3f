import type { Outlet } from "@/lib/operations/answer";
import { notFound } from "@/lib/operations/errors";
import { flagStreams } from "@/lib/platform/budgets/budgets";
import { log } from "@/lib/platform/log/log";
import { rarely } from "@/lib/platform/log/rarely";
import { type Steps, turns } from "@/lib/platform/process/turns";
import { StreamCounts } from "./bounds";
import { type Channel, findState, findStates, nameOf, type Question } from "./channels";
import { encodedEvent, encodedRetry, type State } from "./events";
import { type Listener, OpenStream } from "./open-stream";
import type { Source } from "./read-answers";

export type FlagStreamsOptions = {
  source: Source;
  /** Whether this process hears of changes by itself; else it looks for them. */
  hears: () => boolean;
  /** Whether no process answers with what was before a change that this one has noticed. */
  isCurrent: () => boolean;
  lifeMs: number;
  /** How far apart the events of a channel come, for each of its streams. */
  apartMs: number;
};

/**
 * The streams of this process. Whatever their number, it looks once for what has changed, and makes each event once for all
 * who hear it.
 */
export class FlagStreams {
  readonly counts = new StreamCounts();
  readonly #options: FlagStreamsOptions;
  readonly #channels = new Map<string, Channel>();
  readonly #opening = new Map<string, Promise<Channel>>();
  readonly #byKey = new Map<string, { expiresAt: number; streams: Set<OpenStream> }>();
  readonly #complain = rarely();
  /** Projects to be looked at next; "all" for every one. */
  #due: Set<string> | "all" = new Set();
  #keysDue = false;
  #isLooking = false;
  #looking: NodeJS.Timeout | undefined;
  #ticking: NodeJS.Timeout | undefined;
  #lookedAt = 0;
  #isClosed = false;
  #size = 0;

  constructor(options: FlagStreamsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#size;
  }

  /**
   * Where to listen for this.
   * @throws {AppError} `not_found`
   */
  async channelOf(question: Question): Promise<Channel> {
    const name = nameOf(question);
    const known = this.#channels.get(name) ?? this.#opening.get(name);
    if (known) return known;
    const opening = this.#open(question).finally(() => this.#opening.delete(name));
    this.#opening.set(name, opening);
    return opening;
  }

  async #open(question: Question): Promise<Channel> {
    const found = await findState(this.#options.source, question);
    if (!found) throw notFound("Environment");
    const { id, ...place } = found;
    return { question, ...place, state: { id, noticedAt: Date.now() }, streams: new Set(), ...untold };
  }

  /** Begins a stream with its first event. @returns to be called when the client is gone */
  begin(given: Channel, listener: Listener, outlet: Outlet): () => void {
    const channel = this.#kept(given);
    const now = Date.now();
    const endsAt = now + this.#options.lifeMs * (0.9 + 0.1 * Math.random());
    const stream = new OpenStream(listener, outlet, {
      now,
      endsAt,
      ended: () => this.#remove(channel, stream),
    });
    const isRefused = this.#isClosed || !this.counts.hasRoom(listener.owners);
    this.#add(channel, stream);
    const { lastEventId } = listener;
    const hasMissed = lastEventId !== undefined && lastEventId !== channel.state.id;
    const first = encodedEvent(hasMissed ? "refetchEvaluation" : "ready", channel.state);
    stream.send(Buffer.concat([encodedRetry(), first]), now);
    if (isRefused) stream.end();
    return () => stream.leave();
  }

  /** The channel in use. One that was given up meanwhile may have missed something. */
  #kept(given: Channel): Channel {
    const name = nameOf(given.question);
    const kept = this.#channels.get(name);
    if (kept) return kept;
    this.#channels.set(name, given);
    this.notice([given.question.projectId]);
    // Its state may have changed just now, which others answer with later. Who began with it is told then.
    if (!this.#options.isCurrent()) this.#announce(given);
    return given;
  }

  #add(channel: Channel, stream: OpenStream): void {
    const { owners } = stream.listener;
    channel.streams.add(stream);
    this.#size += 1;
    this.counts.add(owners, 1);
    const held = this.#byKey.get(owners.keyId);
    if (held) held.streams.add(stream);
    else {
      this.#byKey.set(owners.keyId, { expiresAt: Number.POSITIVE_INFINITY, streams: new Set([stream]) });
      // To know when it expires, and whether it was revoked just now.
      this.noticeKeys();
    }
    this.#ticking ??= setInterval(() => this.#tick(), flagStreams.tickMs).unref();
  }

  #remove(channel: Channel, stream: OpenStream): void {
    const { owners } = stream.listener;
    channel.streams.delete(stream);
    const name = nameOf(channel.question);
    if (channel.streams.size === 0 && this.#channels.get(name) === channel) this.#channels.delete(name);
    const held = this.#byKey.get(owners.keyId);
    held?.streams.delete(stream);
    if (held?.streams.size === 0) this.#byKey.delete(owners.keyId);
    this.counts.add(owners, -1);
    this.#size -= 1;
    if (this.#size > 0) return;
    clearInterval(this.#ticking);
    this.#ticking = undefined;
  }

  /** Something of these projects may have changed, or of any. */
  notice(projectIds?: readonly string[]): void {
    if (this.#channels.size === 0) return;
    if (projectIds === undefined) this.#due = "all";
    else if (this.#due !== "all") for (const id of projectIds) this.#due.add(id);
    this.#lookSoon();
  }

  /** Some keys may have changed. */
  noticeKeys(): void {
    if (this.#byKey.size === 0) return;
    this.#keysDue = true;
    this.#lookSoon();
  }

  /** What comes together is looked at together. */
  #lookSoon(): void {
    if (this.#looking || this.#isLooking) return;
    this.#looking = setTimeout(() => void this.#look(), flagStreams.gatherMs).unref();
  }

  async #look(): Promise<void> {
    this.#looking = undefined;
    this.#isLooking = true;
    const [due, keysDue] = [this.#due, this.#keysDue];
    this.#due = new Set();
    this.#keysDue = false;
    try {
      await Promise.all([this.#lookAtAnswers(due), keysDue && this.#lookAtKeys()]);
    } catch (err) {
      // The next tick tries again.
      this.#lookedAt = 0;
      this.#complain((heldBack) =>
        log().warn({ err, heldBack }, "streams of flags could not be checked; they are checked again"),
      );
    }
    this.#isLooking = false;
    if (this.#isDue()) this.#lookSoon();
  }

  #isDue(): boolean {
    return this.#due === "all" || this.#due.size > 0 || this.#keysDue;
  }

  async #lookAtAnswers(due: Set<string> | "all"): Promise<void> {
    const channels = [...this.#channels.values()].filter(
      ({ question }) => due === "all" || due.has(question.projectId),
    );
    if (channels.length === 0) return;
    for (const [channel, found] of await findStates(this.#options.source, channels)) {
      if (!found) {
        for (const stream of [...channel.streams]) stream.end();
        continue;
      }
      const { id, ...place } = found;
      const isSame = id === channel.state.id;
      Object.assign(channel, place);
      if (isSame) continue;
      channel.state = { id, noticedAt: Date.now() };
      this.#announce(channel);
    }
  }

  /**
   * Each event has everybody ask again, so the more there are, the further apart they come: somebody's record may change at
   * every moment. What changes meanwhile is told together.
   */
  #announce(channel: Channel): void {
    const now = Date.now();
    // Whoever asks at once must not get what another process still remembers.
    const current = now + (this.#options.isCurrent() ? 0 : flagStreams.othersForgetMs);
    const at = Math.max(current, channel.toldAt + channel.streams.size * this.#options.apartMs);
    const { telling, state } = channel;
    if (telling) {
      if (telling.at < current) telling.isAgain = true;
      else telling.state = state;
      return;
    }
    if (at === now) {
      this.#tell(channel, state);
      return;
    }
    const next = { at, state, isAgain: false };
    channel.telling = next;
    setTimeout(() => {
      channel.telling = undefined;
      this.#tell(channel, next.state);
      if (next.isAgain) this.#announce(channel);
    }, at - now).unref();
  }

  #tell(channel: Channel, state: State): void {
    channel.toldAt = Date.now();
    void turns().run(sendAll(channel.streams, encodedEvent("refetchEvaluation", state)));
  }

  async #lookAtKeys(): Promise<void> {
    const ids = [...this.#byKey.keys()];
    const keys = await this.#options.source.keys(ids);
    // Keys of streams that began meanwhile were not asked for.
    for (const id of ids) {
      const [held, key] = [this.#byKey.get(id), keys.get(id)];
      if (!held) continue;
      held.expiresAt = key?.expiresAt ?? 0;
      for (const stream of [...held.streams]) if (!key || !stream.isAllowedBy(key.actor)) stream.end();
    }
  }

  #tick(): void {
    const now = Date.now();
    for (const { expiresAt, streams } of this.#byKey.values()) {
      for (const stream of streams) {
        if (now >= expiresAt) stream.end();
        else stream.tick(now);
      }
    }
    const wait = this.#options.hears() ? flagStreams.heardMs : 0;
    if (now - this.#lookedAt < wait) return;
    this.#lookedAt = now;
    this.notice();
    this.noticeKeys();
  }

  /** Ends all streams, and each that begins later right after its first event. */
  endAll(): void {
    this.#isClosed = true;
    for (const { streams } of [...this.#channels.values()]) for (const stream of [...streams]) stream.end();
  }
}

const untold = { toldAt: 0, telling: undefined };

function* sendAll(streams: ReadonlySet<OpenStream>, bytes: Uint8Array): Steps<void> {
  const now = Date.now();
  for (const stream of streams) {
    stream.send(bytes, now);
    yield;
  }
}
