import { streamsAtOnceMax } from "@/lib/webhooks/stream-contract";
import { Refusal, type StreamBackend, type StreamState } from "./backend";
import type { Clock } from "./clock";
import type { StreamClient } from "./stream-client";

type Options = {
  backend: StreamBackend;
  now: Clock["now"];
  /** Whether news of captures and of lost access may be missed. If so, the app is asked every second. */
  deaf: () => boolean;
  /** Called with the sequence of the newest capture, as the app reports it. */
  learned: (webhookId: string, lastSequence: number) => void;
};

/** The access of one session or key to one inbox, shared by all clients that use it. */
type Entry = {
  webhookId: string;
  grant: string;
  clients: Set<StreamClient>;
  expiresAt: number;
  checkedAt: number;
  state: "idle" | "queued" | "checking" | "checking, again";
};

/** Each for as many streams as the app answers for at a time. */
const checksAtOnce = 4;
/** Together with the pause between two ticks this is still less than a second. */
const deafEveryMs = 700;
/** Asked even when all seems well, because a process that could not publish cannot say so. */
const heardEveryMs = 15_000;
/** Sessions are extended while they are in use, so the relay asks about their end too. */
const expiredEveryMs = 500;
const changesEveryMs = 200;

/** Asks the app whether streams may go on, and closes those that may not. */
export class Access {
  readonly #options: Options;
  readonly #entries = new Map<string, Entry>();
  readonly #queue: Entry[] = [];
  #checking = 0;
  #planned = false;
  #changes = 0;
  #allCheckedAt = Number.NEGATIVE_INFINITY;
  #allWanted = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Counts the events that may have taken access away. Access granted before the last one has to be checked again. */
  get changes(): number {
    return this.#changes;
  }

  /** @param changes the value of that count before access was granted */
  add(client: StreamClient, webhookId: string, expiresAt: number, changes: number): void {
    const { grant } = client;
    const now = this.#options.now();
    const fresh: Entry = {
      webhookId,
      grant,
      clients: new Set(),
      expiresAt,
      checkedAt: now,
      state: "idle",
    };
    const entry = this.#entries.get(grant) ?? fresh;
    this.#entries.set(grant, entry);
    entry.clients.add(client);
    entry.expiresAt = expiresAt;
    if (changes !== this.#changes) this.#want(entry);
  }

  remove(client: StreamClient): void {
    const entry = this.#entries.get(client.grant);
    if (!entry?.clients.delete(client) || entry.clients.size > 0) return;
    this.#entries.delete(client.grant);
  }

  /** Somebody may have lost access. A burst of such messages counts as one. */
  changed(): void {
    this.#changes += 1;
    this.#allWanted = true;
    this.#checkAll();
  }

  checkInbox(webhookId: string): void {
    for (const entry of this.#entries.values()) if (entry.webhookId === webhookId) this.#want(entry);
  }

  /** Must be called a few times a second. */
  tick(): void {
    this.#checkAll();
    const now = this.#options.now();
    const everyMs = this.#options.deaf() ? deafEveryMs : heardEveryMs;
    for (const entry of this.#entries.values()) {
      const age = now - entry.checkedAt;
      const due = age >= everyMs || (entry.expiresAt <= now && age >= expiredEveryMs);
      if (due && entry.state === "idle") this.#want(entry);
    }
  }

  /** Handles the app's refusal of a client with this grant. Returns whether its streams were ended. */
  refused(grant: string, error: unknown): boolean {
    const status = error instanceof Refusal ? error.status : 0;
    const closing =
      status === 404 ? "inboxDeleted" : status === 401 || status === 403 ? "accessLost" : undefined;
    const entry = this.#entries.get(grant);
    if (!closing || !entry) return closing !== undefined;
    for (const client of [...entry.clients]) client.close(closing);
    return true;
  }

  #checkAll(): void {
    const now = this.#options.now();
    if (!this.#allWanted || now - this.#allCheckedAt < changesEveryMs) return;
    this.#allWanted = false;
    this.#allCheckedAt = now;
    for (const entry of this.#entries.values()) this.#want(entry);
  }

  #want(entry: Entry): void {
    if (entry.state === "checking") entry.state = "checking, again";
    if (entry.state !== "idle") return;
    entry.state = "queued";
    this.#queue.push(entry);
    if (this.#planned) return;
    this.#planned = true;
    // All that are wanted now make one question.
    queueMicrotask(() => {
      this.#planned = false;
      this.#run();
    });
  }

  #run(): void {
    while (this.#checking < checksAtOnce && this.#queue.length > 0) {
      const entries = this.#queue.splice(0, streamsAtOnceMax).filter(({ clients }) => clients.size > 0);
      if (entries.length === 0) continue;
      this.#checking += 1;
      void this.#check(entries).finally(() => {
        this.#checking -= 1;
        this.#run();
      });
    }
  }

  async #check(entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) entry.state = "checking";
    const asked = entries.map(({ webhookId, grant }) => ({ webhookId, grant }));
    const answers = await this.#options.backend.check(asked).catch((error: unknown) => error);
    const now = this.#options.now();
    for (const [at, entry] of entries.entries()) {
      this.#checked(entry, Array.isArray(answers) ? answers[at] : answers, now);
    }
  }

  #checked(entry: Entry, answer: unknown, now: number): void {
    entry.checkedAt = now;
    const again = entry.state === "checking, again";
    entry.state = "idle";
    if (isState(answer)) {
      entry.expiresAt = answer.expiresAt;
      this.#options.learned(entry.webhookId, answer.lastSequence);
      if (again) this.#want(entry);
    } else if (!this.refused(entry.grant, answer) && entry.expiresAt <= entry.checkedAt) {
      for (const client of [...entry.clients]) client.close("accessLost");
    }
  }
}

const isState = (answer: unknown): answer is StreamState => !(answer instanceof Error);
