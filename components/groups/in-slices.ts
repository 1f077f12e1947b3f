/** Work of some hundredths of a second. */
const together = 20_000;

/** Many items in slices, between which the browser has its turn: a file may have a million lines. */
export async function* inSlices<T>(items: Iterable<T>, size = together): AsyncGenerator<T[]> {
  let slice: T[] = [];
  for (const item of items) {
    slice.push(item);
    if (slice.length < size) continue;
    yield slice;
    slice = [];
    await new Promise((resolve) => setTimeout(resolve));
  }
  if (slice.length > 0) yield slice;
}
