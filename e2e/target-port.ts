/** How many files of a suite run side by side against one service: more gain nothing on two cores. */
export const workers = 2;

/**
 * The local port that the started service may call out to and this worker may listen on: files that run side by
 * side have one each.
 * @throws when there is none for this worker: what a suite needs is told to it, never guessed or left out
 */
export function targetPort(): number {
  const ports = (process.env.FIELDKIT_TARGET_PORTS ?? "").split(",").map(Number);
  const { VITEST_POOL_ID, TEST_PARALLEL_INDEX } = process.env;
  const worker = VITEST_POOL_ID ? Number(VITEST_POOL_ID) - 1 : Number(TEST_PARALLEL_INDEX ?? 0);
  const port = ports[worker];
  if (!port) throw new Error(`FIELDKIT_TARGET_PORTS must name a port for worker ${worker + 1}`);
  return port;
}
