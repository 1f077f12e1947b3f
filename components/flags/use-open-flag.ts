"use client";

import { parseAsString, useQueryState } from "nuqs";

/** Which flag's panel is open, "" for none. It is in the page's address, for links and "back". */
export function useOpenFlag() {
  const [open, setOpen] = useQueryState("flag", parseAsString.withDefault(""));
  return {
    open,
    show: (flag: string) => void setOpen(flag, { history: "push" }),
    /** "Back" must not lead into a panel that was closed. */
    close: () => void setOpen(null, { history: "replace" }),
  };
}
