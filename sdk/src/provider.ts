import type { Details, FlagValue } from "./types";

/** What both of OpenFeature's SDKs want of a provider, without a dependency on either: their types are structural. */

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

/** OpenFeature's `ResolutionDetails`. */
export type Resolution<T> = {
  value: T;
  reason: string;
  variant?: string;
  /** One of OpenFeature's enum, whose values are texts. */
  errorCode?: never;
  errorMessage?: string;
  flagMetadata?: Record<string, string | number | boolean>;
};

const messages = {
  PROVIDER_NOT_READY: "No flags have been loaded yet",
  FLAG_NOT_FOUND: "There is no flag of this key",
  TYPE_MISMATCH: "The flag is of another type",
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
