"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { writeParams } from "@/components/ui/write-params";

/** The key of the flag whose panel is open, "" for none. It is in the page's address too, for links and "back". */
export function useOpenFlag() {
  const first = useSearchParams();
  const [key, setKey] = useState(first?.get("flag") ?? "");
  const opened = useRef(false);

  useEffect(() => {
    const reread = () => setKey(new URLSearchParams(window.location.search).get("flag") ?? "");
    window.addEventListener("popstate", reread);
    return () => window.removeEventListener("popstate", reread);
  }, []);

  const open = useCallback((next: string) => {
    setKey(next);
    opened.current = true;
    writeParams({ flag: next }, "push");
  }, []);

  /** "Back" must not lead into a panel that was closed. */
  const close = useCallback(() => {
    setKey("");
    if (opened.current) window.history.back();
    else writeParams({ flag: "" }, "replace");
    opened.current = false;
  }, []);

  return { key, open, close };
}
