"use client";

import { parseAsString, useQueryState } from "nuqs";

/** Which flag's panel is open, "" for none. Kept in the page's address, so that links and Back work. */
export function useOpenFlag() {
  const [open, setOpen] = useQueryState("flag", parseAsString.withDefault(""));
  return {
    open,
    show: (flag: string) => void setOpen(flag, { history: "push" }),
    /** Back must not reopen a panel that was closed. */
    close: () => void setOpen(null, { history: "replace" }),
  };
}
