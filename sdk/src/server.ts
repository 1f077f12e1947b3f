import { connectionTo } from "./connection";
import { detailsOf } from "./details";
import type { FieldkitError } from "./errors";
import { keptFlags } from "./kept-flags";
import { tell } from "./known-flags";
import { readText, writeText } from "./platform";
import { type Decide, decisionsFrom, type Snapshot } from "./snapshot";
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
import { Uses } from "./uses";

// biome-ignore lint/performance/noBarrelFile: an entry of the package
export { FieldkitError } from "./errors";
export type * from "./types";

export type LocalClient = {
  /** Whether a boolean flag is on for a subject; false for an unknown flag. */
  isOn(flagKey: string, subject?: string | LocalSubject): boolean;
  value<T extends FlagValue>(flagKey: string, fallback: T, subject?: string | LocalSubject): Widened<T>;
  details<T extends FlagValue>(
    flagKey: string,
    fallback: T,
    subject?: string | LocalSubject,
  ): Details<Widened<T>>;
  /** All flags of a subject, by key. */
  all(subject?: string | LocalSubject): ReadonlyMap<string, Details>;
  /** All flags of a subject, for the `bootstrap` of a client in a page. */
  bootstrap(subject?: string | LocalSubject): Bootstrap;
  readonly status: Status;
  /** Why the last call failed; undefined if it succeeded. */
  readonly error: FieldkitError | undefined;
  /** Whether the status is `ready`. */
  readonly isCurrent: boolean;
  /**
   * False if the project has more records than a snapshot holds. Then pass the attributes of records, and their group, in each
   * call.
   */
  readonly isComplete: boolean;
  /** Resolves after the first response or failure: check `status`. Never rejects; the client retries. */
  ready(): Promise<void>;
  /** Loads the snapshot now. Never rejects. */
  refresh(): Promise<void>;
  /** Called with the keys of all flags after each change. @returns stops the listener */
  onChange(listener: Listener): () => void;
  /** Sends the counts of the last minute, which a process that ends now would lose. Never rejects. */
  flush(): Promise<void>;
  /** Stops updates, and sends the last counts. */
  close(): void;
};

export type LocalOptions = ConnectionOptions & {
  /** False turns off the report, each minute, of how often flags were used. */
  countUses?: boolean | undefined;
  /** A parsed response of `GET /api/sdk/snapshot`, which holds until the first response. */
  bootstrap?: object | undefined;
  /** A file that keeps the last snapshot, which holds until the first response after a restart. Node only. */
  file?: string | undefined;
};

/** `group` is the key or prefix of a group, for subjects that aren't records. */
export type LocalSubject = Subject & { group?: string | undefined };

/** Evaluates flags in this process for any number of subjects, as the instance does. Needs a key of scope `flags:read`. */
export function createLocalClient(options: LocalOptions): LocalClient {
  const { environment: env, countUses = true } = options;
  const query = new URLSearchParams({ ...(env && { env }) });
  const connection = connectionTo(options);
  const uses = countUses ? new Uses(options, connection) : undefined;
  const listeners = new Set<Listener>();
  const kept = keptFlags(() => storageIn(options.file, connection.report), options);
  let own = new AbortController();
  let isClosed = false;
  const decideBy = (text: string) =>
    decisionsFrom(JSON.parse(text) as Snapshot, {
      onDecided: (...use) => uses?.add(...use),
      onBroken: connection.report,
    });
  let decide: Decide | null = null;
  let etag = "";
  let error: FieldkitError | undefined;
  let status: Status = "loading";

  /** Listeners see values and status of the same moment. */
  function settle(failure?: FieldkitError, next?: Decide): void {
    const before = status;
    decide = next ?? decide;
    error = failure;
    status = !failure ? "ready" : decide ? "stale" : "failed";
    if (next || status !== before) tell(listeners, next?.keys ?? [], connection.report);
  }

  async function load(): Promise<void> {
    own = new AbortController();
    try {
      const headers = { ...(etag && { "if-none-match": etag }) };
      const reply = await connection.call(`/api/sdk/snapshot?${query}`, {
        headers,
        parse: decideBy,
        own,
      });
      if (isClosed) return;
      if (reply) {
        etag = reply.etag;
        kept.save("", reply.text);
      }
      settle(undefined, reply?.value);
    } catch (failure) {
      if (isClosed) return;
      settle(failure as FieldkitError);
      throw failure;
    }
  }

  function restore(text: string): void {
    if (decide) return;
    if (error) settle(error, decideBy(text));
    else {
      decide = decideBy(text);
      tell(listeners, decide.keys, connection.report);
    }
  }

  try {
    if (options.bootstrap) restore(JSON.stringify(options.bootstrap));
  } catch (failure) {
    connection.report(failure);
  }
  const restored = kept.read("", restore);
  const updates = follow(options, connection, load);
  const ready = Promise.all([updates.first, restored]).then(() => {});
  const all = (subject?: string | LocalSubject): Map<string, Details> =>
    decide?.all(subjectOf(subject)) ?? new Map();
  const details = <T extends FlagValue>(key: string, fallback: T, subject?: string | LocalSubject) =>
    detailsOf(decide ? decide.one(key, subjectOf(subject)) : null, fallback);
  return {
    isOn: (key, subject) => details(key, false, subject).value,
    value: (key, fallback, subject) => details(key, fallback, subject).value,
    details,
    all,
    bootstrap: (subject) => Object.fromEntries(all(subject)),
    get status() {
      return status;
    },
    get error() {
      return error;
    },
    get isCurrent() {
      return status === "ready";
    },
    get isComplete() {
      return decide?.isComplete ?? false;
    },
    ready: () => ready,
    refresh: updates.refresh,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    flush: async () => uses?.flush(),
    close() {
      isClosed = true;
      own.abort();
      updates.close();
      uses?.close();
    },
  };
}

const subjectOf = (given: string | LocalSubject | undefined): LocalSubject =>
  typeof given === "string" ? { targetingKey: given } : (given ?? {});

/** A storage of one entry. The last snapshot is worth a report if it can't be kept. */
function storageIn(file: string | undefined, report: (error: unknown) => void): FlagStorage | undefined {
  if (file === undefined) return undefined;
  return {
    getItem: () =>
      readText(file).catch((error) => {
        if (error.code !== "ENOENT") report(new Error(`The option file: ${error.message}`));
        return null;
      }),
    setItem: (_, text) =>
      writeText(file, text).catch(({ message }) => report(new Error(`The option file: ${message}`))),
  };
}
