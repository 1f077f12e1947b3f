"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useState } from "react";
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

/** Whether path-based URLs are shown, and how to change that. */
export const useUrlChoice = () => useContext(ChoiceContext);

/** Turns a URL on a project's host into the one to show. */
export function useShownUrl(): (url: string) => string {
  const { byPath, appUrl } = useContext(ChoiceContext);
  return (url) => {
    if (!byPath) return url;
    const { hostname, pathname } = new URL(url);
    return appUrl + pathPrefix(hostname.split(".", 1)[0] ?? "") + pathname;
  };
}
