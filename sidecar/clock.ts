/** Time, passed in so that tests control it. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs the function again and again; returns how to stop it. */
  every(ms: number, run: () => void): () => void;
  /** Runs the function once. */
  after(ms: number, run: () => void): void;
};

/** The machine's time. Its timers keep no process alive. */
export const systemClock: Clock = {
  now: Date.now,
  every(ms, run) {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
  after(ms, run) {
    setTimeout(run, ms).unref();
  },
};
