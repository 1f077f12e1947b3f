import { emitChanges, ProviderEvents, type Resolution, requireFlags, resolutionOf } from "./provider";
import { createLocalClient, type LocalClient, type LocalOptions, type LocalSubject } from "./server";
import type { FlagValue } from "./types";

export type { LocalOptions } from "./server";

type Context = Record<string, unknown>;

/** For `@openfeature/server-sdk`: evaluates in this process. Needs a key of scope `flags:read`. */
export class FieldkitServerProvider {
  readonly metadata = { name: "fieldkit-server" } as const;
  readonly runsOn = "server" as const;
  readonly events: ProviderEvents = new ProviderEvents();
  readonly #options: LocalOptions;
  #client: LocalClient | undefined;

  constructor(options: LocalOptions) {
    this.#options = options;
  }

  async initialize(): Promise<void> {
    const client = createLocalClient(this.#options);
    this.#client?.close();
    this.#client = client;
    await client.ready();
    emitChanges(client, this.events);
    requireFlags(client, this.events);
  }

  async onClose(): Promise<void> {
    this.#client?.close();
  }

  resolveBooleanEvaluation(key: string, fallback: boolean, context: Context): Promise<Resolution<boolean>> {
    return this.#resolved(key, fallback, context);
  }
  resolveStringEvaluation(key: string, fallback: string, context: Context): Promise<Resolution<string>> {
    return this.#resolved(key, fallback, context);
  }
  resolveNumberEvaluation(key: string, fallback: number, context: Context): Promise<Resolution<number>> {
    return this.#resolved(key, fallback, context);
  }
  resolveObjectEvaluation<T>(key: string, fallback: T, context: Context): Promise<Resolution<T>> {
    return this.#resolved(key, fallback as FlagValue, context) as Promise<Resolution<T>>;
  }

  async #resolved<T extends FlagValue>(key: string, value: T, context: Context): Promise<Resolution<T>> {
    const client = this.#client;
    return resolutionOf(
      client
        ? client.details(key, value, context as LocalSubject)
        : { value, reason: "ERROR", errorCode: "PROVIDER_NOT_READY" },
    );
  }
}
