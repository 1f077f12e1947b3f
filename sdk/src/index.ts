import { detailsOf } from "./details";
import type { ConnectionOptions, Details, FlagValue, Listener, Subject, Widened } from "./types";
import { caller, follow, tell } from "./updates";

export type * from "./types";

/** Where the last known flags are kept: `localStorage`, or anything like it. */
export type FlagStorage = {
  getItem(name: string): string | null | Promise<string | null>;
  setItem(name: string, value: string): unknown;
};

export type ClientOptions = ConnectionOptions & {
  /** Whom flags are for: a targeting key, or a subject with attributes. */
  subject?: string | Subject | undefined;
  /** Key or prefix of the group of flags, for subjects that are no records. */
  group?: string | undefined;
  storage?: FlagStorage | undefined;
};

/** `loading` until the first answer about the subject; `stale` when the last call failed. */
export type Status = "loading" | "ready" | "stale";

export type Client = {
  /** Whether a boolean flag is on; false for what is not known. */
  isOn(flagKey: string): boolean;
  value<const T extends FlagValue>(flagKey: string, fallback: T): Widened<T>;
  details<const T extends FlagValue>(flagKey: string, fallback: T): Details<Widened<T>>;
  /** All flags of the subject, by key. */
  all(): ReadonlyMap<string, Details>;
  readonly status: Status;
  /** Resolves after the first answer, or the first failure, about the present subject. Never rejects. */
  ready(): Promise<void>;
  /**
   * Goes on for somebody else, such as after a sign-in. What the one before had is forgotten at once: until the answer is
   * there, fallbacks hold.
   */
  identify(subject: string | Subject | undefined): Promise<void>;
  refresh(): Promise<void>;
  /** @returns ends it */
  onChange(listener: Listener): () => void;
  close(): void;
};

type Flags = Map<string, Details>;
type Evaluation = Details & { key: string; errorCode?: string; metadata?: { rule?: string } };

const storageName = "fieldkit.flags";
const subjectOf = (given: string | Subject | undefined): Subject =>
  typeof given === "string" ? { targetingKey: given } : (given ?? {});

/** The flags of one subject at a time, in a page or an app, kept up to date. */
export function createClient(options: ClientOptions): Client {
  const { environment: env, group, storage, timeoutMs = 10_000 } = options;
  const call = caller(options);
  const listeners = new Set<Listener>();
  /** Null until something is known of the present subject. */
  let flags: Flags | null = null;
  let context = "";
  let etag = "";
  let status: Status = "loading";
  let leaving = new AbortController();
  let saving: Promise<unknown> = Promise.resolve();

  function take(known: Flags | null): void {
    const before = flags;
    flags = known;
    const keys = new Set([...(before?.keys() ?? []), ...(known?.keys() ?? [])]);
    const changed = [...keys].filter((key) => !isSame(before?.get(key), known?.get(key)));
    // An equal object stays the same one.
    for (const key of keys) {
      const former = before?.get(key);
      if (former && known && !changed.includes(key)) known.set(key, former);
    }
    if (changed.length > 0) tell(listeners, changed, options.onError);
  }

  async function load(): Promise<void> {
    const [asked, left] = [context, leaving.signal];
    const known = flags ? etag : "";
    try {
      const response = await call("/api/ofrep/v1/evaluate/flags", {
        method: "POST",
        headers: { "content-type": "application/json", ...(known && { "if-none-match": known }) },
        body: asked,
        signal: AbortSignal.any([left, AbortSignal.timeout(timeoutMs)]),
      });
      const text = response.status === 304 ? "" : await response.text();
      // Somebody else is here by now.
      if (left.aborted) return;
      if (text) {
        take(read(text));
        etag = response.headers.get("etag") ?? "";
        save(asked, text);
      }
      become("ready");
    } catch (error) {
      if (left.aborted) return;
      become("stale");
      throw error;
    }
  }

  function save(forWhom: string, text: string): void {
    // A full or forbidden storage costs nothing but the memory of the last visit.
    saving = saving
      .then(() => storage?.setItem(storageName, JSON.stringify([options.url, forWhom, text])))
      .catch(() => {});
  }

  async function restore(asked: string): Promise<void> {
    const kept = await storage?.getItem(storageName);
    const [url, forWhom, text] = kept ? JSON.parse(kept) : [];
    if (url === options.url && forWhom === asked && context === asked && !flags) take(read(text));
  }

  function become(next: Status): void {
    if (next === status) return;
    status = next;
    tell(listeners, [], options.onError);
  }

  function turnTo(subject: Subject): void {
    context = JSON.stringify({ context: { ...subject, env, group } });
    leaving.abort();
    leaving = new AbortController();
    etag = "";
    // Whoever is told sees nobody's flags.
    status = "loading";
    take(null);
    restore(context).catch(() => {});
  }

  const known = (flagKey: string) => (flags ? flags.get(flagKey) : null);

  turnTo(subjectOf(options.subject));
  const updates = follow(options, call, load);
  let isReady = updates.first;
  return {
    isOn: (flagKey) => detailsOf(known(flagKey), false).value,
    value: (flagKey, fallback) => detailsOf(known(flagKey), fallback).value,
    details: (flagKey, fallback) => detailsOf(known(flagKey), fallback),
    all: () => new Map(flags),
    get status() {
      return status;
    },
    ready: () => isReady,
    identify(given) {
      const subject = subjectOf(given);
      const isOther = JSON.stringify({ context: { ...subject, env, group } }) !== context;
      if (isOther) {
        save("", "");
        turnTo(subject);
      }
      isReady = updates.refresh();
      return isReady;
    },
    refresh: updates.refresh,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      leaving.abort();
      updates.close();
    },
  };
}

function read(text: string): Flags {
  const { flags } = JSON.parse(text) as { flags: Evaluation[] };
  return new Map(
    flags
      .filter(({ errorCode }) => !errorCode)
      .map(({ key, value, reason, variant, metadata }) => [
        key,
        { value, reason, variant, ...(metadata?.rule && { rule: metadata.rule }) },
      ]),
  );
}

const isSame = (a: Details | undefined, b: Details | undefined) => JSON.stringify(a) === JSON.stringify(b);
