"use client";

import { useCallback } from "react";
import { useToast } from "@/components/ui/toast";
import { writeClipboard } from "@/components/ui/write-clipboard";

/** Copies for menus and keys, which close or have no face of their own to say how it went. */
export function useCopy() {
  const toast = useToast();
  return useCallback(
    async (what: string, given: string | (() => string)) => {
      const text = typeof given === "string" ? given : given();
      if (await writeClipboard(text)) toast.success(`${what} copied`);
      // The text can at least be selected in the message.
      else toast.info("The browser does not let us copy here", { description: text, timeoutMs: 0 });
    },
    [toast],
  );
}
