import { lazily, singleton } from "@/lib/platform/singleton";

/** What this process has counted since it started. Whoever does it adds one; only a scrape reads. */
export const tallies = lazily(() =>
  singleton("tallies", () => ({
    /** Messages of the bus: sent by this process, heard from others, and lost on their way out. */
    busPublished: 0,
    busReceived: 0,
    busDropped: 0,
    /** How often the embedded database ended by itself, or had to be ended. */
    embeddedEnded: 0,
  })),
);
