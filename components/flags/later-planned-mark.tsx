"use client";

import type { PlannedMarkProps } from "@/components/flags/planned-mark";
import { later } from "@/components/ui/later";

const code = later(() => import("@/components/flags/planned-mark").then((file) => file.PlannedMark));

/** Comes when the page is at rest: the list says enough without it. */
export function PlannedMark(props: PlannedMarkProps) {
  const Mark = code.useCode();
  return Mark ? <Mark {...props} /> : null;
}
