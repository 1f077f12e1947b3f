import type { Bus } from "@/lib/platform/bus/bus";
import { LocalListeners } from "@/lib/platform/bus/local-listeners";
import { tallies } from "@/lib/platform/metrics/tallies";
import { type FromChild, isOurs, type ToChild, type Topic } from "./messages";
import { others, ownAnswer } from "./others";

/** A process as its child talks to it: the part of `process` that is needed. */
export type ParentPort = {
  send(message: FromChild): void;
  onMessage(listener: (message: unknown) => void): void;
};

/** How long this process waits until the parent has told the others, in ms. The parent itself gives up sooner. */
const publishedWithinMs = 3000;

/** How long a request waits for a count that the parent keeps, in ms. */
const countedWithinMs = 2000;

export type BusState = { hears: boolean; status: "ok" | "degraded" };

/** The child's end of the channel to its parent. */
export class Link {
  readonly #port: ParentPort;
  readonly #listeners = new LocalListeners();
  readonly #resumed = new LocalListeners();
  readonly #toldTo = new LocalListeners();
  readonly #ready = new Map<string, PromiseWithReady>();
  readonly #open = new Map<string, number>();
  readonly #told = new Map<string, unknown>();
  readonly #waiting = new Map<number, (value: unknown) => void>();
  readonly #reaching = new Set<{ n: number; reached: () => void }>();
  #ids = 0;
  #heardAt = 0;
  #end: () => void = () => {};
  /** How far the process of the pages has been told of changes. */
  pagesAt = 0;

  constructor(port: ParentPort) {
    this.#port = port;
    port.onMessage((message) => {
      if (isOurs(message)) this.#received(message as ToChild);
    });
    port.send({ type: "join" });
    others().ask = async (topic, withinMs) => (await this.#ask(topic, withinMs)) ?? [];
  }

  get bus(): Bus {
    const state = () => this.told<BusState>("bus");
    return {
      get hears() {
        return state()?.hears ?? false;
      },
      // Only the parent knows.
      isHeard: () => true,
      publish: (channel, message) => this.#publish(channel, message),
      subscribe: (channel, listener) => this.#subscribe(channel, listener),
      onResume: (listener) => this.#resumed.add("", listener),
      countUp: (name) => this.#count(name, false),
      resetCount: async (name) => void (await this.#count(name, true)),
      status: () => state()?.status ?? "ok",
      close: async () => {},
    };
  }

  /** What the parent said last of a subject. */
  told<T>(subject: string): T | undefined {
    return this.#told.get(subject) as T | undefined;
  }

  /**
   * Waits until the parent says something of a subject, or something certain.
   * @returns what it says; undefined if that takes longer than `withinMs`
   */
  async until<T>(
    subject: string,
    isWanted: (value: T) => boolean = () => true,
    withinMs?: number,
  ): Promise<T | undefined> {
    if (this.#told.has(subject) && isWanted(this.#told.get(subject) as T)) return this.told<T>(subject);
    let timer: NodeJS.Timeout | undefined;
    let remove = () => {};
    const found = new Promise<T | undefined>((resolve) => {
      remove = this.#toldTo.add(subject, (value) => {
        if (isWanted(value as T)) resolve(value as T);
      });
      if (withinMs !== undefined) timer = setTimeout(resolve, withinMs, undefined);
    });
    const value = await found;
    clearTimeout(timer);
    remove();
    return value;
  }

  /** Calls back with what the parent says of a subject, now and later. */
  onTold<T>(subject: string, listener: (value: T) => void): void {
    if (this.#told.has(subject)) listener(this.#told.get(subject) as T);
    this.#toldTo.add(subject, (value) => listener(value as T));
  }

  /** Waits until this process has heard of all messages up to this one, or for so long. */
  reached(n: number, withinMs: number): Promise<void> {
    if (this.#heardAt >= n) return Promise.resolve();
    return new Promise((resolve) => {
      const waiting = {
        n,
        reached: () => {
          clearTimeout(timer);
          this.#reaching.delete(waiting);
          resolve();
        },
      };
      const timer = setTimeout(waiting.reached, withinMs);
      this.#reaching.add(waiting);
    });
  }

  /** Says what is to be done when the parent wants this process to end. */
  onEnd(end: () => void): void {
    this.#end = end;
  }

  send(message: Extract<FromChild, { type: "ready" | "failed" }>): void {
    this.#port.send(message);
  }

  #received(message: ToChild): void {
    if (message.type === "message") {
      tallies().busReceived += 1;
      this.pagesAt = Math.max(this.pagesAt, message.pagesAt);
      this.#listeners.deliver(message.channel, JSON.parse(message.text));
      this.#port.send({ type: "heard", n: message.n });
      this.#reach(message.n);
    } else if (message.type === "published") {
      this.pagesAt = Math.max(this.pagesAt, message.pagesAt);
      this.#waiting.get(message.id)?.(undefined);
    } else if (message.type === "subscribed") this.#ready.get(message.channel)?.resolve();
    else if (message.type === "missed") this.#resumed.deliver("", undefined);
    else if (message.type === "told") {
      this.#told.set(message.subject, message.value);
      this.#reach(message.n);
      this.#toldTo.deliver(message.subject, message.value);
    } else if (message.type === "answers") this.#waiting.get(message.id)?.(message.values);
    else if (message.type === "counted") this.#waiting.get(message.id)?.(message.count);
    else if (message.type === "end") this.#end();
    else if (message.type === "ask") {
      const { id, topic } = message;
      const answer = topic === "alive" ? Promise.resolve(true) : ownAnswer(topic);
      void answer.then((value) => this.#port.send({ type: "answer", id, value: value ?? null }));
    }
  }

  #reach(n: number): void {
    this.#heardAt = Math.max(this.#heardAt, n);
    for (const waiting of this.#reaching) if (waiting.n <= this.#heardAt) waiting.reached();
  }

  async #publish(channel: string, message: unknown): Promise<void> {
    tallies().busPublished += 1;
    this.#listeners.deliver(channel, message);
    const text = JSON.stringify(message ?? null);
    await this.#call((id) => ({ type: "publish", id, channel, text }), publishedWithinMs);
  }

  #ask(topic: Topic, withinMs: number): Promise<unknown[] | undefined> {
    // The parent answers with what it has when the time is over, a little before this process gives up.
    const ask = (id: number) => ({ type: "ask", id, topic, withinMs }) as const;
    return this.#call(ask, withinMs + 500) as Promise<unknown[] | undefined>;
  }

  async #count(name: string, anew: boolean): Promise<number> {
    const count = await this.#call((id) => ({ type: "count", id, name, anew }), countedWithinMs);
    return typeof count === "number" ? count : 1;
  }

  #call(message: (id: number) => FromChild, withinMs: number): Promise<unknown> {
    this.#ids += 1;
    const id = this.#ids;
    return new Promise((resolve) => {
      const settle = (value: unknown) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(value);
      };
      const timer = setTimeout(settle, withinMs, undefined);
      this.#waiting.set(id, settle);
      this.#port.send(message(id));
    });
  }

  #subscribe(channel: string, listener: (message: unknown) => void) {
    const count = this.#open.get(channel) ?? 0;
    this.#open.set(channel, count + 1);
    if (count === 0) {
      this.#ready.set(channel, readiness());
      this.#port.send({ type: "subscribe", channel });
    }
    const remove = this.#listeners.add(channel, listener);
    let isOpen = true;
    const close = () => {
      remove();
      if (!isOpen) return;
      isOpen = false;
      const left = (this.#open.get(channel) ?? 1) - 1;
      this.#open.set(channel, left);
      if (left > 0) return;
      this.#open.delete(channel);
      this.#ready.delete(channel);
      this.#port.send({ type: "unsubscribe", channel });
    };
    return { ready: this.#ready.get(channel)?.promise ?? Promise.resolve(), close };
  }
}

type PromiseWithReady = { promise: Promise<void>; resolve: () => void };

function readiness(): PromiseWithReady {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** The channel of this process, which was forked, to the process that forked it. */
export function parentOfThisProcess(): ParentPort {
  return {
    send: (message) => {
      // Without a channel the parent has ended, and this process is about to.
      if (process.connected) process.send?.(message, undefined, undefined, () => {});
    },
    onMessage: (listener) => process.on("message", listener),
  };
}
