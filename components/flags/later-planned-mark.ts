"use client";

import type { PlannedMarkProps } from "@/components/flags/planned-mark";
import { laterComponent } from "@/components/ui/later";

/** Comes after the list, which says enough without it. */
export const PlannedMark = laterComponent<PlannedMarkProps>(() =>
  import("@/components/flags/planned-mark").then((file) => file.PlannedMark),
);
