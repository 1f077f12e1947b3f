"use client";

import { useEffect } from "react";

/** Asks before the page is closed, reloaded or left by a link. */
export function useUnsavedWarning(on: boolean) {
  useEffect(() => {
    if (!on) return;
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", beforeUnload);
    // Links of the dashboard load no page, so the browser would not ask. On window and in the capture phase,
    // to be ahead of the router.
    window.addEventListener("click", beforeLink, { capture: true });
    return () => {
      window.removeEventListener("beforeunload", beforeUnload);
      window.removeEventListener("click", beforeLink, { capture: true });
    };
  }, [on]);
}

function beforeLink(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === "_blank") return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.hash && link.pathname === window.location.pathname) return;
  if (window.confirm("Leave without saving your changes?")) return;
  event.preventDefault();
  event.stopPropagation();
}
