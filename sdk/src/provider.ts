import type { FieldkitError } from "./errors";
import type { Details, FlagValue, Status } from "./types";

/** The parts that OpenFeature's SDKs need of a provider. Types are structural, so that the package depends on neither SDK. */

type Handler = (details?: never) => unknown;
/** A text of OpenFeature's enum. */
type ProviderEvent = string;

/** OpenFeature's `ProviderEventEmitter`. */
export class ProviderEvents {
  readonly #handlers = new Map<ProviderEvent, Set<Handler>>();

  emit(event: ProviderEvent, details?: Record<string, unknown>): void {
    for (const handler of this.getHandlers(event)) handler(details);
  }
  addHandler(event: ProviderEvent, handler: Handler): void {
    this.#handlers.set(event, new Set(this.#handlers.get(event)).add(handler));
  }
  removeHandler(event: ProviderEvent, handler: Handler): void {
    this.#handlers.get(event)?.delete(handler);
  }
  removeAllHandlers(event?: ProviderEvent): void {
    if (event) this.#handlers.delete(event);
    else this.#handlers.clear();
  }
  getHandlers(event: ProviderEvent): ((details?: object) => unknown)[] {
    return [...(this.#handlers.get(event) ?? [])] as ((details?: object) => unknown)[];
  }
  setLogger(): this {
    return this;
  }
}

type Watched = {
  readonly status: Status;
  readonly error: FieldkitError | undefined;
  onChange(listener: (changedKeys: readonly string[]) => void): () => void;
};

/** Emits an event for each change of a client's flags and status. */
export function emitChanges(client: Watched, events: ProviderEvents): void {
  let { status } = client;
  client.onChange((flagsChanged) => {
    const isNew = client.status !== status;
    status = client.status;
    if (isNew && status === "ready") events.emit("PROVIDER_READY");
    if (isNew && status === "stale") events.emit("PROVIDER_STALE", { message: client.error?.message });
    if (isNew && status === "failed") events.emit("PROVIDER_ERROR", failureOf(client.error));
    if (flagsChanged.length > 0) events.emit("PROVIDER_CONFIGURATION_CHANGED", { flagsChanged });
  });
}

/** After a start, or another context. @throws {Error} with OpenFeature's code if there are no flags */
export function requireFlags({ status, error }: Watched, events: ProviderEvents): void {
  // `loading`: the client was closed before the first response.
  if (status === "failed" || status === "loading") {
    const { message, errorCode: code } = failureOf(error);
    throw Object.assign(new Error(message), { code });
  }
  // Later, because OpenFeature takes the provider as ready after this.
  if (status === "stale") setTimeout(() => events.emit("PROVIDER_STALE", { message: error?.message }));
}

function failureOf(error: FieldkitError | undefined) {
  // OpenFeature returns fallbacks of a provider with a fatal error, until an event says that it is ready.
  const errorCode = error?.isWrongKey ? "PROVIDER_FATAL" : "GENERAL";
  return { message: error?.message ?? "No flags have been loaded yet", errorCode };
}

/** OpenFeature's `ResolutionDetails`. */
export type Resolution<T> = {
  value: T;
  reason: string;
  variant?: string;
  /** A text of OpenFeature's enum. */
  errorCode?: never;
  errorMessage?: string;
  flagMetadata?: Record<string, string | number | boolean>;
};

const messages = {
  PROVIDER_NOT_READY: "No flags have been loaded yet",
  FLAG_NOT_FOUND: "Flag not found",
  TYPE_MISMATCH: "The flag has another type",
};

export function resolutionOf<T extends FlagValue>(details: Details<unknown>): Resolution<T> {
  const { value, reason, variant, rule, errorCode } = details;
  return {
    ...{ value: value as T, reason },
    ...(variant !== undefined && { variant }),
    ...(rule !== undefined && { flagMetadata: { rule } }),
    ...(errorCode && { errorCode: errorCode as never, errorMessage: messages[errorCode] }),
  };
}
