"use client";

import { parseAsString, useQueryState } from "nuqs";
import { useEffect } from "react";
import { pressNew } from "@/components/shell/page-parts";

/** How an address asks for the page's dialog of something new: `${page}${andNew}`. Other values are a page's own. */
export const andNew = "?new=1";

/** Opens that dialog. The address loses its wish, so that neither a reload nor Back opens it again. */
export function useNewFromAddress(): void {
  const [wish, setWish] = useQueryState("new", parseAsString);
  useEffect(() => {
    if (wish !== "1") return;
    void setWish(null, { history: "replace" });
    pressNew();
  }, [wish, setWish]);
}
