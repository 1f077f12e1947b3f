import { connectionTo } from "./connection";
import { detailsOf } from "./details";
import type { FieldkitError } from "./errors";
import { keptFlags } from "./kept-flags";
import { type Flags, KnownFlags } from "./known-flags";
import type {
  Bootstrap,
  ConnectionOptions,
  Details,
  FlagStorage,
  FlagValue,
  Listener,
  Status,
  Subject,
  Widened,
} from "./types";
import { follow } from "./updates";

// biome-ignore lint/performance/noBarrelFile: an entry of the package
export { FieldkitError } from "./errors";
export type * from "./types";

export type ClientOptions = ConnectionOptions & {
  /** Whom flags are for: a targeting key, or a subject with attributes. */
  subject?: string | Subject | undefined;
  /** Key or prefix of the group of flags, for subjects that aren't records. */
  group?: string | undefined;
  /** The subject's flags from a server, which hold until the first response. */
  bootstrap?: Bootstrap | undefined;
  /**
   * Keeps the last response, which holds until the first one of the next visit. A name is resolved in browsers only, so that a
   * server can load the same module.
   */
  storage?: FlagStorage | "localStorage" | "sessionStorage" | undefined;
};

export type Client = {
  /** Whether a boolean flag is on; false for an unknown flag. */
  isOn(flagKey: string): boolean;
  value<T extends FlagValue>(flagKey: string, fallback: T): Widened<T>;
  details<T extends FlagValue>(flagKey: string, fallback: T): Details<Widened<T>>;
  /** All flags of the subject, by key. */
  all(): ReadonlyMap<string, Details>;
  readonly status: Status;
  /** Why the last call failed; undefined if it succeeded. */
  readonly error: FieldkitError | undefined;
  /** Resolves after the first response, or the first failure, for the present subject. Never rejects. */
  ready(): Promise<void>;
  /**
   * Changes the subject, such as after a sign-in. Another targeting key drops the values immediately: fallbacks hold until the
   * response. With the same targeting key, values stay until the response. Never rejects.
   */
  identify(subject: string | Subject | undefined): Promise<void>;
  /** Loads the flags now. Never rejects. */
  refresh(): Promise<void>;
  /** @returns stops the listener */
  onChange(listener: Listener): () => void;
  close(): void;
};

type Evaluation = Details & { key: string; errorCode?: string; metadata?: { rule?: string } };

const subjectOf = (given: string | Subject | undefined): Subject =>
  typeof given === "string" ? { targetingKey: given } : (given ?? {});

/** The flags of one subject at a time, in a page or an app, kept up to date. */
export function createClient(options: ClientOptions): Client {
  const { environment: env, group, bootstrap } = options;
  const connection = connectionTo(options);
  const known = new KnownFlags(connection.report);
  const kept = keptFlags(() => storageOf(options), options);
  const questionOf = (subject: Subject): string => {
    try {
      return JSON.stringify({ context: { ...subject, env, group } });
    } catch (error) {
      // An attribute that JSON can't have. Rules without attributes still work.
      connection.report(error);
      return JSON.stringify({ context: { targetingKey: subject.targetingKey, env, group } });
    }
  };
  let subject = subjectOf(options.subject);
  let question = questionOf(subject);
  let etag = "";
  let own = new AbortController();

  function leave(): void {
    own.abort();
    own = new AbortController();
  }

  async function load(): Promise<void> {
    const asked = question;
    own = new AbortController();
    const mine = own;
    try {
      const reply = await connection.call("/api/ofrep/v1/evaluate/flags", {
        method: "POST",
        // With `If-None-Match` and the default mode, browsers send a preflight before every call. Responses to POST aren't cached.
        cache: "force-cache",
        headers: { "content-type": "application/json", ...(etag && { "if-none-match": etag }) },
        body: asked,
        own,
        parse: flagsOf,
      });
      // Another subject has come.
      if (mine !== own) return;
      if (reply) {
        etag = reply.etag;
        kept.save(asked, reply.text);
      }
      known.set(reply?.value, "ready");
    } catch (error) {
      if (mine !== own) return;
      known.set(undefined, known.flags ? "stale" : "failed", error as FieldkitError);
      throw error;
    }
  }

  if (bootstrap) known.set(new Map(Object.entries(bootstrap)), "loading");
  else {
    const first = question;
    kept.read(first, (text) => {
      if (first !== question || known.flags) return;
      known.set(flagsOf(text), known.error ? "stale" : "loading", known.error);
    });
  }
  const updates = follow(options, connection, load);
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
    get error() {
      return known.error;
    },
    ready: () => isReady,
    identify(given) {
      const next = subjectOf(given);
      const isSame = next.targetingKey === subject.targetingKey;
      const asked = questionOf(next);
      subject = next;
      if (asked !== question) {
        question = asked;
        etag = "";
        leave();
        if (!isSame) {
          kept.save("", "");
          known.set(null, "loading");
        }
      }
      isReady = updates.refresh();
      return isReady;
    },
    refresh: updates.refresh,
    onChange: (listener) => known.listen(listener),
    close() {
      leave();
      updates.close();
    },
  };
}

function flagsOf(text: string): Flags {
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

function storageOf({ storage }: ClientOptions): FlagStorage | undefined {
  if (typeof storage !== "string") return storage;
  return globalThis.document ? globalThis[storage] : undefined;
}
