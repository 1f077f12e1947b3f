import { detailsOf } from "./details";
import { type Decide, decisionsFrom, type Snapshot } from "./snapshot";
import type { ConnectionOptions, Details, FlagValue, Listener, Subject, Widened } from "./types";
import { caller, follow, tell, withQuery } from "./updates";
import { Uses } from "./uses";

export type * from "./types";

export type LocalClient = {
  /** Whether a boolean flag is on for a subject; false for what is not known. */
  isOn(flagKey: string, subject?: string | LocalSubject): boolean;
  value<const T extends FlagValue>(flagKey: string, fallback: T, subject?: string | LocalSubject): Widened<T>;
  details<const T extends FlagValue>(
    flagKey: string,
    fallback: T,
    subject?: string | LocalSubject,
  ): Details<Widened<T>>;
  /** All flags of a subject, by key. */
  all(subject?: string | LocalSubject): ReadonlyMap<string, Details>;
  /** False until the first snapshot is there, and while the last call has failed. */
  readonly isCurrent: boolean;
  /**
   * False for a project with more records than a snapshot has: then attributes, and the groups of records, have to be
   * given with each question.
   */
  readonly isComplete: boolean;
  /** Resolves with the first snapshot. @throws what the first call failed with; the client goes on trying */
  ready(): Promise<void>;
  refresh(): Promise<void>;
  /** Told of every flag's key when something has changed. @returns ends it */
  onChange(listener: Listener): () => void;
  /** Sends the counts of the last minute, which a process that ends at once would lose. Never rejects. */
  flush(): Promise<void>;
  /** Ends it; what was counted is sent still. */
  close(): void;
};

export type LocalOptions = ConnectionOptions & {
  /** False keeps the instance from being told, each minute, how often flags were asked for. */
  countUses?: boolean | undefined;
};

/** `group` is the key or prefix of a group, for subjects that are no records. */
export type LocalSubject = Subject & { group?: string | undefined };

/** Decides flags in this process for any number of subjects, as the instance would. Needs a key of scope `read`. */
export function createLocalClient(options: LocalOptions): LocalClient {
  const { environment: env, timeoutMs = 10_000, countUses = true } = options;
  const call = caller(options);
  const uses = countUses ? new Uses(options, call) : undefined;
  const listeners = new Set<Listener>();
  let decide: Decide | null = null;
  let etag = "";
  let failure: unknown;

  async function load(): Promise<void> {
    try {
      const response = await call(withQuery("/api/sdk/snapshot", { env }), {
        headers: etag ? { "if-none-match": etag } : {},
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.status !== 304) {
        decide = decisionsFrom((await response.json()) as Snapshot, (...use) => uses?.add(...use));
        etag = response.headers.get("etag") ?? "";
        tell(listeners, decide.keys, options.onError);
      }
      const wasAway = failure !== undefined;
      failure = undefined;
      if (wasAway) tell(listeners, [], options.onError);
    } catch (error) {
      const wasCurrent = failure === undefined;
      failure = error;
      if (wasCurrent) tell(listeners, [], options.onError);
      throw error;
    }
  }

  const updates = follow(options, call, load);
  const first = updates.first.then(() => {
    if (!decide) throw failure;
  });
  first.catch(() => {});
  const details = <T extends FlagValue>(key: string, fallback: T, subject?: string | LocalSubject) =>
    detailsOf(decide ? decide.one(key, subjectOf(subject)) : null, fallback);
  return {
    isOn: (key, subject) => details(key, false, subject).value,
    value: (key, fallback, subject) => details(key, fallback, subject).value,
    details,
    all: (subject) => decide?.all(subjectOf(subject)) ?? new Map(),
    get isCurrent() {
      return decide !== null && failure === undefined;
    },
    get isComplete() {
      return decide?.isComplete ?? false;
    },
    ready: () => first,
    refresh: updates.refresh,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    flush: async () => uses?.flush(),
    close() {
      updates.close();
      uses?.close();
    },
  };
}

const subjectOf = (given: string | LocalSubject | undefined): LocalSubject =>
  typeof given === "string" ? { targetingKey: given } : (given ?? {});
