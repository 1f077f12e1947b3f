"use client";

import { useLeaveGuard } from "@/components/ui/navigation";

/** Asks before the page is closed, reloaded or left for another page of the app. */
export const useUnsavedWarning = (on: boolean) => useLeaveGuard(on);
