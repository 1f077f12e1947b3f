/** Has something stored before a signal ends the process, where somebody else ends it, who does not wait for this. */
export function flushOnSignals(flush: () => Promise<unknown>): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      void flush().finally(() => {
        // Without this listener, the signal would have ended the process.
        if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
      });
    });
  }
}
