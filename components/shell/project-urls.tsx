"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useState } from "react";
import { AddressLine } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { pathPrefix } from "@/lib/platform/hosts/path-prefix";
import { urlsCookie } from "./urls-cookie";

type Choice = { byPath: boolean; appUrl: string; choose(byPath: boolean): void };
const ChoiceContext = createContext<Choice>({ byPath: false, appUrl: "", choose: () => {} });

type Props = { byPath: boolean; appUrl: string; children: ReactNode };

/** Which of a project's two URLs the dashboard shows. The server renders the choice that the cookie remembers. */
export function ProjectUrls({ byPath: remembered, appUrl, children }: Props) {
  const router = useRouter();
  const [byPath, setByPath] = useState(remembered);
  const choose = (wanted: boolean) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https, which a team's own server may not have.
    document.cookie = `${urlsCookie}=${wanted ? "path" : "host"}; path=/; max-age=31536000; samesite=lax`;
    setByPath(wanted);
    router.refresh();
  };
  return <ChoiceContext value={{ byPath, appUrl, choose }}>{children}</ChoiceContext>;
}

/** Turns a URL on a project's host into the one to show. */
export function useShownUrl(): (url: string) => string {
  const { byPath, appUrl } = useContext(ChoiceContext);
  return (url) => {
    if (!byPath) return url;
    const { hostname, pathname } = new URL(url);
    return appUrl + pathPrefix(hostname.split(".", 1)[0] ?? "") + pathname;
  };
}

/** A project's URL, as it was chosen, with the choice beside it. */
export function ProjectUrl({ url, what }: { url: string; what: string }) {
  return (
    <>
      <AddressLine address={url} what={what} />
      <UrlSwitch />
    </>
  );
}

export function UrlSwitch() {
  const { byPath, choose } = useContext(ChoiceContext);
  return (
    <Field
      layout="row"
      label={<span className="text-ink-mute text-xs">For programs without wildcard DNS</span>}
    >
      <Switch checked={byPath} onCheckedChange={choose} />
    </Field>
  );
}
