/** Runs `work` for 0 to `count` - 1, at most `width` at a time. */
export async function inParallel(
  count: number,
  width: number,
  work: (at: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, lane));
}
