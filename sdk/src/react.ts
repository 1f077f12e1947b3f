import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { detailsOf } from "./details";
import { type Client, type ClientOptions, createClient } from "./index";
import type { Bootstrap, Details, FlagValue, Status, Widened } from "./types";

/** The client is null on servers, and until an effect has created it. */
type Flags = { client: Client | null; bootstrap?: Bootstrap | undefined };
const FlagsContext = createContext<Flags | undefined>(undefined);

type ProviderProps = { children?: ReactNode } & (
  | { client: Client | null | undefined; options?: undefined }
  | { options: ClientOptions; client?: undefined }
);

/**
 * Gives the hooks below a client: yours, or one of its own that follows the options and is closed with the provider. While there
 * is none, hooks return the values of `options.bootstrap`, or their fallbacks.
 */
export function FieldkitProvider({ client, options, children }: ProviderProps): ReactElement {
  const bootstrap = useOwnBootstrap(options);
  const own = useOwnClient(options && { ...options, bootstrap });
  const value = { client: client ?? own, bootstrap };
  return createElement(FlagsContext.Provider, { value }, children);
}

/** The options' bootstrap, while the targeting key is the one that it came with. */
function useOwnBootstrap(options: ClientOptions | undefined): Bootstrap | undefined {
  const bootstrap = options?.bootstrap;
  const name = options ? nameOf(options) : "";
  const given = useRef({ bootstrap, name });
  if (given.current.bootstrap !== bootstrap) given.current = { bootstrap, name };
  return given.current.name === name ? bootstrap : undefined;
}

type Own = { client: Client; name: string };

/** A client for the options' targeting key. Values of another one are never rendered. */
function useOwnClient(options: ClientOptions | undefined): Client | null {
  const [own, setOwn] = useState<Own | null>(null);
  const latest = useRef(options);
  latest.current = options;
  const name = options ? nameOf(options) : "";
  const subject = JSON.stringify(options?.subject);
  useEffect(() => {
    if (!name || !latest.current) return;
    const client = createClient(latest.current);
    setOwn({ client, name });
    return () => client.close();
  }, [name]);
  const identified = useRef(subject);
  useEffect(() => {
    if (identified.current === subject) return;
    identified.current = subject;
    // Its attributes have changed. For another targeting key, the effect above has created another client.
    if (own?.name === name) own.client.identify(latest.current?.subject);
  }, [subject, own, name]);
  return own?.name === name ? own.client : null;
}

/** Clients of the same name differ in attributes of the subject only. */
function nameOf({ url, key, environment, group, subject }: ClientOptions): string {
  const targetingKey = typeof subject === "string" ? subject : subject?.targetingKey;
  return JSON.stringify([url, key, environment, group, targetingKey]);
}

function useFlags(): Flags {
  const flags = useContext(FlagsContext);
  if (flags === undefined) throw new Error("This hook needs a <FieldkitProvider> around the component.");
  return flags;
}

/** Null until the provider has one. @throws outside a `FieldkitProvider` */
export function useClient(): Client | null {
  return useFlags().client;
}

const noSubscription = () => () => {};

/** Reads from the client after each change, and from the bootstrap on servers and in the render that hydrates. */
function useRead<T>(fromClient: (client: Client) => T, fromBootstrap: (bootstrap?: Bootstrap) => T): T {
  const { client, bootstrap } = useFlags();
  const initial = () => fromBootstrap(bootstrap);
  const current = client ? () => fromClient(client) : initial;
  return useSyncExternalStore(client?.onChange ?? noSubscription, current, initial);
}

/** A flag's value, or the fallback while no flags are known. */
export function useFlag<T extends FlagValue>(flagKey: string, fallback: T): Widened<T> {
  return useRead(
    (client) => client.value(flagKey, fallback),
    (bootstrap) => detailsIn(bootstrap, flagKey, fallback).value,
  );
}

/** The same with the reason for the value. */
export function useFlagDetails<T extends FlagValue>(flagKey: string, fallback: T): Details<Widened<T>> {
  const text = useRead(
    (client) => JSON.stringify(client.details(flagKey, fallback)),
    (bootstrap) => JSON.stringify(detailsIn(bootstrap, flagKey, fallback)),
  );
  return useMemo(() => JSON.parse(text), [text]);
}

/** `loading` until there is a response, then whether values are current. */
export function useFlagStatus(): Status {
  return useRead<Status>(
    (client) => client.status,
    () => "loading",
  );
}

function detailsIn<T extends FlagValue>(bootstrap: Bootstrap | undefined, flagKey: string, fallback: T) {
  const found = bootstrap && Object.hasOwn(bootstrap, flagKey) ? bootstrap[flagKey] : undefined;
  return detailsOf(bootstrap ? found : null, fallback);
}
