import { StrictMode, useState } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { type Client, type ClientOptions, createClient } from "@/sdk/src/index";
import { FieldkitProvider, useClient, useFlag, useFlagDetails } from "@/sdk/src/react";

type Flags = { client: Client | null; options?: undefined } | { client?: undefined; options: ClientOptions };

/** An application with flags in two components, and with customers who sign in. */
export function Shop({ customers, ...flags }: Flags & { customers: string[] }) {
  return (
    <FieldkitProvider {...flags}>
      <Headline customers={customers} />
      <Checkout />
    </FieldkitProvider>
  );
}

/** What each rendering had, also those that never got on the page. */
const rendered: string[] = [];

function Headline({ customers }: { customers: string[] }) {
  const client = useClient();
  const [index, setIndex] = useState(0);
  const headline = useFlag("headline", "…");
  const text = `${customers[index]}: ${headline}`;
  rendered.push(text);
  const turnTo = (next: number) => {
    client?.identify(customers[next]);
    setIndex(next);
  };
  return (
    <>
      <h1>{text}</h1>
      <button type="button" onClick={() => turnTo((index + 1) % customers.length)}>
        Next customer
      </button>
    </>
  );
}

function Checkout() {
  const { value, errorCode } = useFlagDetails("checkout", false);
  return (
    <p>
      {value ? "New" : "Old"} checkout{errorCode && `, ${errorCode}`}
    </p>
  );
}

export type ShownShop = {
  /** The one from outside. */
  client: Client | null;
  rendered: string[];
  /** What could be read on the page, one after the other. */
  shown: string[];
  unmount(): void;
};

type Showing = {
  options: ClientOptions;
  customers: string[];
  /** Whether the provider creates the client. */
  ofItsOwn?: boolean;
  /** What a server rendered, to go on from. */
  html?: string;
};

/** Puts the shop on the page. */
export async function showShop({ options, customers, ofItsOwn = false, html }: Showing): Promise<ShownShop> {
  const client = ofItsOwn ? null : createClient(options);
  // It knows more than what is taken over, in which nothing may differ.
  if (html !== undefined) await client?.ready();
  const place = document.body.appendChild(document.createElement("main"));
  place.innerHTML = html ?? "";
  const shown: string[] = [];
  new MutationObserver(() => shown.push(place.textContent ?? "")).observe(place, {
    ...{ childList: true, subtree: true, characterData: true },
  });
  const shop = (
    <StrictMode>
      <Shop {...(client ? { client } : { options })} customers={customers} />
    </StrictMode>
  );
  const root = html === undefined ? createRoot(place) : hydrateRoot(place, shop);
  if (html === undefined) root.render(shop);
  return { client, rendered, shown, unmount: () => root.unmount() };
}
