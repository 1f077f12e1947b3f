import { type Client, type ClientOptions, createClient } from "./index";
import { ProviderEvents, type Resolution, resolutionOf } from "./provider";
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
    let failure: Error | undefined;
    const onError = (error: Error) => {
      failure = error;
      this.#options.onError?.(error);
    };
    const client = createClient({ ...this.#options, onError, subject: context as Subject });
    this.#client = client;
    await client.ready();
    let { status } = client;
    client.onChange((flagsChanged) => {
      if (flagsChanged.length > 0) this.events.emit("PROVIDER_CONFIGURATION_CHANGED", { flagsChanged });
      else if (client.status !== status && client.status !== "loading") {
        this.events.emit(client.status === "ready" ? "PROVIDER_READY" : "PROVIDER_STALE");
      }
      status = client.status;
    });
    // With what was known last, a page that is offline goes on.
    if (status !== "ready" && client.all().size === 0) throw failure;
  }

  async onContextChange(_: Context, context: Context): Promise<void> {
    await this.#client?.identify(context as Subject);
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
