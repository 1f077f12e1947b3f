/** Time, handed in so that tests own it. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs again and again; returns what ends it. */
  every(ms: number, run: () => void): () => void;
};

/** The machine's time. Its timers keep no process alive. */
export const systemClock: Clock = {
  now: Date.now,
  every(ms, run) {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
};
