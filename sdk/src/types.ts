/** What a flag may come to. Objects are the same object for as long as they don't change: don't write to them. */
export type FlagValue = boolean | string | number | object;

/**
 * Whom flags are decided for: a key that tells one subject from another, such as the id of a user, and whatever rules ask
 * about. Without a key only what is the same for everybody is on.
 */
export type Subject = { targetingKey?: string | undefined; [attribute: string]: unknown };

/** What a fallback's type means: `"blue"` stands for any text. */
export type Widened<T> = T extends boolean
  ? boolean
  : T extends string
    ? string
    : T extends number
      ? number
      : T;

export type ErrorCode = "PROVIDER_NOT_READY" | "FLAG_NOT_FOUND" | "TYPE_MISMATCH";

/** A value, and how it came to be. */
export type Details<T = FlagValue> = {
  value: T;
  /** `STATIC`, `SPLIT`, `TARGETING_MATCH`, `DISABLED`; `ERROR` where the value is the fallback. */
  reason: string;
  /** `on`, `off`, the key of a variant, or `override`. */
  variant?: string | undefined;
  /** The name of the rule that decided. */
  rule?: string | undefined;
  errorCode?: ErrorCode | undefined;
};

/** Told which flags have another answer; none where only the status has changed. */
export type Listener = (changedKeys: readonly string[]) => void;

/** How a client reaches its instance. */
export type ConnectionOptions = {
  /** Where the dashboard is, such as `https://fieldkit.example.com`. */
  url: string;
  /** An API key: `evaluate` in pages, `read` for snapshots. */
  key: string;
  /** Key of an environment; the project's default if left out. */
  environment?: string | undefined;
  /** `stream` hears of each change within a second, and polls where streams don't pass. `none` asks once. */
  updates?: "stream" | "poll" | "none" | undefined;
  /** How often to poll, in ms: 30,000 if left out. */
  pollMs?: number | undefined;
  /** How long one call may take, in ms: 10,000 if left out. */
  timeoutMs?: number | undefined;
  /** In place of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Told of whatever fails; values stay what they were. */
  onError?: ((error: Error) => void) | undefined;
};
