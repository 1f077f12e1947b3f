import { detailsOf } from "./details";
import { keptFlags } from "./kept-flags";
import { type Flags, KnownFlags } from "./known-flags";
import type { ConnectionOptions, Details, FlagValue, Listener, Subject, Widened } from "./types";
import { type Call, caller, follow } from "./updates";

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

type Evaluation = Details & { key: string; errorCode?: string; metadata?: { rule?: string } };

const subjectOf = (given: string | Subject | undefined): Subject =>
  typeof given === "string" ? { targetingKey: given } : (given ?? {});

/** The flags of one subject at a time, in a page or an app, kept up to date. */
export function createClient(options: ClientOptions): Client {
  const { environment: env, group, timeoutMs = 10_000 } = options;
  const call = caller(options);
  const known = new KnownFlags(options.onError);
  const kept = keptFlags(options.storage, options.url);
  const questionOf = (given: string | Subject | undefined) =>
    JSON.stringify({ context: { ...subjectOf(given), env, group } });
  let question = "";
  let etag = "";
  let leaving = new AbortController();

  async function load(): Promise<void> {
    const [asked, left] = [question, leaving.signal];
    const signal = AbortSignal.any([left, AbortSignal.timeout(timeoutMs)]);
    try {
      const answer = await evaluate(call, { asked, etag: known.flags ? etag : "", signal });
      // Somebody else is here by now.
      if (left.aborted) return;
      if (answer) {
        known.take(read(answer.text));
        etag = answer.etag;
        kept.save(asked, answer.text);
      }
      known.become("ready");
    } catch (error) {
      if (left.aborted) return;
      known.become("stale");
      throw error;
    }
  }

  function turnTo(next: string): void {
    question = next;
    leaving.abort();
    leaving = new AbortController();
    etag = "";
    known.forget();
    const restore = (text: string | undefined) => {
      if (text && question === next && !known.flags) known.take(read(text));
    };
    kept
      .read(next)
      .then(restore)
      .catch(() => {});
  }

  turnTo(questionOf(options.subject));
  const updates = follow(options, call, load);
  let isReady = updates.first;
  const details = <T extends FlagValue>(flagKey: string, fallback: T) =>
    detailsOf(known.get(flagKey), fallback);
  return {
    isOn: (flagKey) => details(flagKey, false).value,
    value: (flagKey, fallback) => details(flagKey, fallback).value,
    details,
    all: () => new Map(known.flags),
    get status() {
      return known.status;
    },
    ready: () => isReady,
    identify(subject) {
      const next = questionOf(subject);
      if (next !== question) {
        kept.save("", "");
        turnTo(next);
      }
      isReady = updates.refresh();
      return isReady;
    },
    refresh: updates.refresh,
    onChange: (listener) => known.listen(listener),
    close() {
      leaving.abort();
      updates.close();
    },
  };
}

type Asked = { asked: string; etag: string; signal: AbortSignal };

/** Undefined where nothing has changed since. */
async function evaluate(call: Call, { asked, etag, signal }: Asked) {
  const response = await call("/api/ofrep/v1/evaluate/flags", {
    method: "POST",
    // With `If-None-Match` and the default mode, browsers send a preflight before every call. Responses to POST aren't cached.
    cache: "force-cache",
    headers: { "content-type": "application/json", ...(etag && { "if-none-match": etag }) },
    body: asked,
    signal,
  });
  if (response.status === 304) return undefined;
  return { text: await response.text(), etag: response.headers.get("etag") ?? "" };
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
