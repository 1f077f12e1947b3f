"use client";

import { useCallback } from "react";
import { useToast } from "@/components/ui/toast";

/** Copies from menus and shortcuts, which cannot show the result themselves: a toast does. */
export function useCopy() {
  const toast = useToast();
  return useCallback(
    async (what: string, given: string | (() => string)) => {
      const text = typeof given === "string" ? given : given();
      if (await writeClipboard(text)) toast.success(`${what} copied`);
      // Show the text in the message, so that it can at least be selected.
      else toast.info("The browser does not let us copy here", { description: text, timeoutMs: 0 });
    },
    [toast],
  );
}

/**
 * Says whether the text is in the clipboard now. The Clipboard API exists only on secure origins; plain http
 * on a LAN needs the older way.
 */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.style.position = "fixed";
    area.style.opacity = "0";
    const focused = document.activeElement;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return done;
  }
}
