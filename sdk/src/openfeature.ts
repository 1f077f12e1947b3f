import { type Client, type ClientOptions, createClient } from "./index";
import { emitChanges, ProviderEvents, type Resolution, requireFlags, resolutionOf } from "./provider";
import type { FlagValue, Subject } from "./types";

export type { ClientOptions } from "./index";

type Context = Record<string, unknown>;

/** For `@openfeature/web-sdk`: its static context is the subject. */
export class FieldkitProvider {
  readonly metadata = { name: "fieldkit" } as const;
  readonly runsOn = "client" as const;
  readonly events: ProviderEvents = new ProviderEvents();
  readonly #options: Omit<ClientOptions, "subject">;
  #client: Client | undefined;

  constructor(options: Omit<ClientOptions, "subject">) {
    this.#options = options;
  }

  async initialize(context: Context = {}): Promise<void> {
    const client = createClient({ ...this.#options, subject: context as Subject });
    this.#client?.close();
    this.#client = client;
    await client.ready();
    emitChanges(client, this.events);
    requireFlags(client, this.events);
  }

  async onContextChange(_: Context, context: Context): Promise<void> {
    const client = this.#client;
    if (!client) return;
    await client.identify(context as Subject);
    requireFlags(client, this.events);
  }

  async onClose(): Promise<void> {
    this.#client?.close();
  }

  resolveBooleanEvaluation(flagKey: string, fallback: boolean): Resolution<boolean> {
    return this.#resolved(flagKey, fallback);
  }
  resolveStringEvaluation(flagKey: string, fallback: string): Resolution<string> {
    return this.#resolved(flagKey, fallback);
  }
  resolveNumberEvaluation(flagKey: string, fallback: number): Resolution<number> {
    return this.#resolved(flagKey, fallback);
  }
  resolveObjectEvaluation<T>(flagKey: string, fallback: T): Resolution<T> {
    return this.#resolved(flagKey, fallback as FlagValue) as Resolution<T>;
  }

  #resolved<T extends FlagValue>(flagKey: string, value: T): Resolution<T> {
    const client = this.#client;
    return resolutionOf(
      client ? client.details(flagKey, value) : { value, reason: "ERROR", errorCode: "PROVIDER_NOT_READY" },
    );
  }
}
