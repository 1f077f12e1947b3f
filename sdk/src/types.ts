/** A flag's value. An object stays the same object until it changes: don't write to it. */
export type FlagValue = boolean | string | number | object;

/**
 * Whom flags are evaluated for: a key that tells one subject from another, such as a user ID, and the attributes that rules
 * use. Without a key, flags with variants by weight or a rollout between 0% and 100% have their off value, with the reason
 * `DEFAULT`.
 */
export type Subject = { targetingKey?: string | undefined; [attribute: string]: unknown };

/** The type of values with a fallback of type `T`: `"blue"` stands for any text, `[]` for any list. */
export type Widened<T> = T extends boolean
  ? boolean
  : T extends string
    ? string
    : T extends number
      ? number
      : T extends readonly []
        ? readonly unknown[]
        : T;

export type ErrorCode = "PROVIDER_NOT_READY" | "FLAG_NOT_FOUND" | "TYPE_MISMATCH";

/** A value, and the reason for it. */
export type Details<T = FlagValue> = {
  value: T;
  /** `STATIC`, `SPLIT`, `TARGETING_MATCH`, `DISABLED`, `DEFAULT` (see `Subject`), or `ERROR`, with the fallback as value. */
  reason: string;
  /** `on`, `off`, the key of a variant, or `override`. */
  variant?: string | undefined;
  /** The name of the rule that matched. */
  rule?: string | undefined;
  errorCode?: ErrorCode | undefined;
};

/** The flags of one subject by key, evaluated on a server for the first render of a page. */
export type Bootstrap = Readonly<Record<string, Details>>;

/**
 * - `loading`: no response yet. Values are those of the bootstrap or the storage, or fallbacks.
 * - `ready`: values are current.
 * - `stale`: the last call failed. Values are those from before.
 * - `failed`: the last call failed, and there are only fallbacks.
 */
export type Status = "loading" | "ready" | "stale" | "failed";

/** Called with the keys of the flags that changed; with none if only the status changed. The client has both already. */
export type Listener = (changedKeys: readonly string[]) => void;

/** A place for the last known flags: `localStorage`, or anything with these two functions. */
export type FlagStorage = {
  getItem(name: string): string | null | Promise<string | null>;
  setItem(name: string, value: string): unknown;
};

/** How a client reaches its instance. */
export type ConnectionOptions = {
  /** The URL of the dashboard, such as `https://fieldkit.example.com`. */
  url: string;
  /** An API key: with the scope `evaluate` in pages, `flags:read` for `createLocalClient`. */
  key: string;
  /** Key of an environment; the project's default if left out. */
  environment?: string | undefined;
  /** `stream` gets each change within a second, and polls if streams are blocked. `none` loads once. */
  updates?: "stream" | "poll" | "none" | undefined;
  /** How often to poll, in ms: 30,000 if left out. */
  pollMs?: number | undefined;
  /** Limit for one call, in ms: 10,000 if left out. */
  timeoutMs?: number | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /**
   * Called with every failure; values stay as they are. If left out, the first failure of each outage is logged.
   * Calls to the instance fail with a `FieldkitError`.
   */
  onError?: ((error: Error) => void) | undefined;
};
