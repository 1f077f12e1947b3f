"use client";

import { useEffect, useState } from "react";

export type EditorKind = "markdown" | "rich";

const storageKey = "fieldkit.notes-editor";

/** The editor that this browser was left with. */
export function useEditorKind() {
  const [kind, setKind] = useState<EditorKind>("markdown");
  // The server does not know it.
  useEffect(() => {
    if (read() === "rich") setKind("rich");
  }, []);
  function choose(next: EditorKind) {
    setKind(next);
    try {
      localStorage.setItem(storageKey, next);
    } catch {
      // A browser that keeps nothing asks again.
    }
  }
  return [kind, choose] as const;
}

function read(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
