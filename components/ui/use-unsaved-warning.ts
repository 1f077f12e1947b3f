"use client";

import { useEffect } from "react";
import { useLeaveGuard } from "@/components/ui/navigation";

/** Asks before the page is closed, reloaded or left for another page of the app. */
export function useUnsavedWarning(on: boolean) {
  useLeaveGuard(on, mayLeave);
  useEffect(() => {
    if (!on) return;
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", beforeUnload);
    return () => window.removeEventListener("beforeunload", beforeUnload);
  }, [on]);
}

function mayLeave(): boolean {
  return window.confirm("Leave without saving your changes?");
}
