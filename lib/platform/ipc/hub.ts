import type { ChildProcess } from "node:child_process";
import type { Bus, Subscription } from "@/lib/platform/bus/bus";
import { LocalListeners } from "@/lib/platform/bus/local-listeners";
import { settledWithin } from "@/lib/platform/process/settled-within";
import { Member, type MemberKind } from "./member";
import { type FromChild, isOurs, type Topic } from "./messages";
import { others, ownAnswer } from "./others";

/** How long whoever has changed something waits for other processes to hear of it, in ms. */
const heardWithinMs = 1000;

type Publishing = { origin: Member | undefined; text: string | undefined; heard: Promise<void>[] };

/**
 * The parent's end of the channels to its children. It carries messages of the bus between them and whatever bus there is
 * between installations, and a publisher waits until the other workers have heard: what is changed through one of them is
 * changed in all when the answer leaves.
 */
export class Hub {
  readonly #base: Bus;
  readonly #waitingBytesMax: number | undefined;
  readonly #members = new Set<Member>();
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #told = new Map<string, unknown>();
  readonly #resumed = new LocalListeners();
  #publishing: Publishing | undefined;
  #count = 0;
  #asked = 0;

  /**
   * @param base the bus to other installations, or one in memory
   * @param waitingBytesMax what a child that does not listen gets before it misses messages; 64 MiB by default
   */
  constructor(base: Bus, waitingBytesMax?: number) {
    this.#base = base;
    this.#waitingBytesMax = waitingBytesMax;
    base.onResume(() => this.missed());
    others().ask = (topic, withinMs) => this.#ask(topic, withinMs, undefined);
  }

  /** The bus as this process's own code uses it. */
  get bus(): Bus {
    const base = this.#base;
    return {
      hears: base.hears,
      isHeard: (channel) => base.isHeard(channel),
      publish: (channel, message) => this.#publish(channel, message, undefined),
      subscribe: (channel, listener) => base.subscribe(channel, listener),
      onResume: (listener) => this.#resumed.add("", listener),
      countUp: (name) => base.countUp(name),
      resetCount: (name) => base.resetCount(name),
      status: () => base.status(),
      close: () => base.close(),
    };
  }

  /** How far the process of the pages has been told of changes. */
  get pagesAt(): number {
    for (const member of this.#members) if (member.kind === "pages") return member.sentAt;
    return 0;
  }

  /** Takes a child in, until it ends. */
  add(kind: MemberKind, child: ChildProcess): Member {
    const member = new Member(kind, child, this.#waitingBytesMax);
    this.#members.add(member);
    child.on("message", (message) => {
      if (isOurs(message)) this.#received(member, message as FromChild);
    });
    const gone = () => this.#gone(member);
    child.once("exit", gone);
    child.once("disconnect", gone);
    return member;
  }

  /** Tells all children something that stays true until the next time; those that come later hear it first. */
  tell(subject: string, value: unknown): void {
    this.#told.set(subject, value);
    for (const member of this.#members) member.send(this.#toldOf(subject, value));
  }

  /** Tells this process and all children that they may have missed messages: they check what they have in memory. */
  missed(): void {
    this.#resumed.deliver("", undefined);
    for (const member of this.#members) member.send({ type: "missed" });
  }

  /** Whether a child answers in time. */
  async isAlive(member: Member, withinMs: number): Promise<boolean> {
    this.#asked += 1;
    const asked = member.ask(this.#asked, "alive", 2 * withinMs);
    // A pause of this process, as of a whole machine, must not count as the child's silence.
    return (await settledWithin(asked, withinMs)) && (await asked) !== undefined;
  }

  #toldOf = (subject: string, value: unknown) => ({ type: "told", subject, value, n: this.#count }) as const;

  #received(member: Member, message: FromChild): void {
    if (message.type === "join") {
      for (const [subject, value] of this.#told) member.send(this.#toldOf(subject, value));
    } else if (message.type === "publish") {
      void this.#publish(message.channel, JSON.parse(message.text), { member, text: message.text }).then(() =>
        member.send({ type: "published", id: message.id, pagesAt: this.pagesAt }),
      );
    } else if (message.type === "heard") member.heard(message.n);
    else if (message.type === "subscribe") this.#subscribe(member, message.channel);
    else if (message.type === "count") {
      const { id, name, anew } = message;
      const counted = anew ? this.#base.resetCount(name).then(() => 0) : this.#base.countUp(name);
      void counted.then((count) => member.send({ type: "counted", id, count }));
    } else if (message.type === "unsubscribe") this.#unsubscribe(member, message.channel);
    else if (message.type === "answer") member.answered(message.id, message.value);
    else if (message.type === "ask") {
      const { id, topic, withinMs } = message;
      void this.#ask(topic, withinMs, member).then((values) => member.send({ type: "answers", id, values }));
    }
  }

  async #publish(channel: string, message: unknown, from: { member: Member; text: string } | undefined) {
    const outer = this.#publishing;
    const publishing: Publishing = { origin: from?.member, text: from?.text, heard: [] };
    this.#publishing = publishing;
    let sent: Promise<void>;
    try {
      // Runs the listeners of this process before it returns; `#forward` is one of them.
      sent = this.#base.publish(channel, message);
    } finally {
      this.#publishing = outer;
    }
    await Promise.all([sent, inTime(publishing.heard)]);
  }

  #forward(channel: string, message: unknown): void {
    const publishing = this.#publishing;
    const text = publishing?.text ?? JSON.stringify(message ?? null);
    this.#count += 1;
    const n = this.#count;
    // The pages first, so that their position, which the others are told, includes this message.
    for (const kind of ["pages", "worker"] as const) {
      for (const member of this.#members) {
        if (member.kind !== kind || member === publishing?.origin || !member.channels.has(channel)) continue;
        const heard = member.deliver({ type: "message", n, channel, text, pagesAt: this.pagesAt });
        // Pages wait for what they have to hear themselves; a busy one must not keep writers waiting.
        if (kind === "worker") publishing?.heard.push(heard);
      }
    }
  }

  #subscribe(member: Member, channel: string): void {
    const subscription =
      this.#subscriptions.get(channel) ??
      this.#base.subscribe(channel, (message) => this.#forward(channel, message));
    this.#subscriptions.set(channel, subscription);
    member.channels.add(channel);
    void subscription.ready.then(() => member.send({ type: "subscribed", channel }));
  }

  #unsubscribe(member: Member, channel: string): void {
    member.channels.delete(channel);
    if ([...this.#members].some((each) => each.channels.has(channel))) return;
    this.#subscriptions.get(channel)?.close();
    this.#subscriptions.delete(channel);
  }

  async #ask(topic: Topic, withinMs: number, origin: Member | undefined): Promise<unknown[]> {
    const isAsked = (each: Member) => each !== origin && (topic === "metrics" || each.kind === "worker");
    const asked = [...this.#members].filter(isAsked);
    const values = await Promise.all([
      ...asked.map((member) => {
        this.#asked += 1;
        return member.ask(this.#asked, topic, withinMs);
      }),
      ...(origin ? [ownAnswer(topic)] : []),
    ]);
    return values.filter((value) => value !== undefined && value !== null);
  }

  #gone(member: Member): void {
    if (!this.#members.delete(member)) return;
    member.ended();
    for (const channel of [...member.channels]) this.#unsubscribe(member, channel);
    // It may have ended between a commit and the message about it.
    this.missed();
  }
}

async function inTime(heard: Promise<void>[]): Promise<void> {
  if (heard.length === 0) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, heardWithinMs);
  });
  await Promise.race([Promise.all(heard), late]);
  clearTimeout(timer);
}
