const longestMs = 60_000;

/**
 * Acts with a time in the near future. If that fails after the time has passed, as it can on a busy machine, it is
 * repeated with a later time, so `act` has to be repeatable.
 */
export async function withTimeAhead<T>(ms: number, act: (at: string) => Promise<T>): Promise<T> {
  for (let aheadMs = ms; ; aheadMs *= 3) {
    const at = new Date(Date.now() + aheadMs);
    try {
      return await act(at.toISOString());
    } catch (error) {
      if (Date.now() < at.getTime() || aheadMs > longestMs) throw error;
    }
  }
}
