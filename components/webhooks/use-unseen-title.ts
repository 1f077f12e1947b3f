"use client";

import { useEffect, useRef } from "react";

/** Counts in the tab's title what came in while the page was in the background. */
export function useUnseenTitle(newest: number) {
  const latest = useRef(newest);
  const seen = useRef(newest);
  const plain = useRef("");

  useEffect(() => {
    const look = () => {
      if (document.hidden) return;
      seen.current = latest.current;
      if (plain.current) document.title = plain.current;
      plain.current = "";
    };
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      look();
    };
  }, []);

  useEffect(() => {
    latest.current = newest;
    if (!document.hidden) seen.current = newest;
    else if (newest > seen.current) {
      plain.current ||= document.title;
      document.title = `(${newest - seen.current}) ${plain.current}`;
    }
  }, [newest]);
}
