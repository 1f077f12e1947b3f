import { singleton } from "../singleton";

/**
 * How often an answer was given that is older than it may be, because the database did not answer. Whoever compares the
 * number before and after knows whether it happened meanwhile.
 */
export const staleReads = (): { count: number } => singleton("stale reads", () => ({ count: 0 }));

export const noteStaleRead = (): void => {
  staleReads().count += 1;
};
