import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useSyncExternalStore,
} from "react";
import { detailsOf } from "./details";
import type { Client } from "./index";
import type { Details, FlagValue, Widened } from "./types";

/** Null where a provider has no client yet, undefined without a provider. */
const Clients = createContext<Client | null | undefined>(undefined);

const listenToNobody = () => () => {};

/** Gives the hooks below a client. Without one, as on a server or until an effect has made it, they give fallbacks. */
export function FieldkitProvider({
  client,
  children,
}: {
  client: Client | null | undefined;
  children?: ReactNode;
}): ReactElement {
  return createElement(Clients.Provider, { value: client ?? null }, children);
}

/** Null until the provider has one. @throws outside a `FieldkitProvider` */
export function useClient(): Client | null {
  const client = useContext(Clients);
  if (client === undefined) throw new Error("useFlag needs a <FieldkitProvider client={…}> around it");
  return client;
}

/** A flag's value, and again when it changes. Until something is known, and where it is rendered on a server, the fallback. */
export function useFlag<const T extends FlagValue>(flagKey: string, fallback: T): Widened<T> {
  const client = useClient();
  const none = () => fallback as Widened<T>;
  const value = client ? () => client.value(flagKey, fallback) : none;
  return useSyncExternalStore(client?.onChange ?? listenToNobody, value, none);
}

/** The same with how the value came to be. */
export function useFlagDetails<const T extends FlagValue>(flagKey: string, fallback: T): Details<Widened<T>> {
  const client = useClient();
  const none = () => "";
  const text = client ? () => JSON.stringify(client.details(flagKey, fallback)) : none;
  const shown = useSyncExternalStore(client?.onChange ?? listenToNobody, text, none);
  // A page begins with what the server rendered.
  return client && shown ? client.details(flagKey, fallback) : detailsOf(null, fallback);
}
