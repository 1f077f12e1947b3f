const longestMs = 60_000;

/**
 * Calls `act` with a time `ms` from now. If it fails after that time, as it can on a busy machine, it is called again with
 * a later one, so it must be repeatable.
 * @returns the result of the call that succeeded
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
