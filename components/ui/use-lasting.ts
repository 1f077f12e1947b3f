"use client";

import { useEffect, useState } from "react";

const patienceMs = 250;

/** Whether something has been on for long enough to be worth showing; shorter states would only flicker. */
export function useLasting(on: boolean): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => setLasting(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [on]);
  return on && lasting;
}
