import { BoundedLines } from "./bounded-lines";

/**
 * One line a minute of what is said elsewhere already, or is caused by strangers as often as they like: an outage that
 * `/readyz` tells of, requests that can't be read. Everything else has the logger's own bound of one line a second.
 */
export function rarely(everyMs = 60_000, now: () => number = Date.now) {
  const lines = new BoundedLines({ everyMs, now });
  return (write: (heldBack: number) => void): void => lines.write("", write);
}
