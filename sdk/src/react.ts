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

const Clients = createContext<Client | undefined>(undefined);

/** Gives the hooks below a client. */
export function FieldkitProvider({
  client,
  children,
}: {
  client: Client;
  children?: ReactNode;
}): ReactElement {
  return createElement(Clients.Provider, { value: client }, children);
}

/** @throws outside a `FieldkitProvider` */
export function useClient(): Client {
  const client = useContext(Clients);
  if (!client) throw new Error("useFlag needs a <FieldkitProvider client={…}> around it");
  return client;
}

/** A flag's value, and again when it changes. Until something is known, and where it is rendered on a server, the fallback. */
export function useFlag<const T extends FlagValue>(flagKey: string, fallback: T): Widened<T> {
  const client = useClient();
  const value = () => client.value(flagKey, fallback);
  return useSyncExternalStore(client.onChange, value, () => fallback as Widened<T>);
}

/** The same with how the value came to be. */
export function useFlagDetails<const T extends FlagValue>(flagKey: string, fallback: T): Details<Widened<T>> {
  const client = useClient();
  const text = () => JSON.stringify(client.details(flagKey, fallback));
  const shown = useSyncExternalStore(client.onChange, text, () => "");
  // A page begins with what the server rendered.
  return shown ? client.details(flagKey, fallback) : detailsOf(null, fallback);
}
