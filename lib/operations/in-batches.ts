type Bounds<T> = { countMax: number; weightMax: number; weightOf(item: T): number };

/** Items that go together: a statement has a bound of parameters and of time, and what is sent at once holds the thread. */
export function* inBatches<T>(
  items: Iterable<T>,
  { countMax, weightMax, weightOf }: Bounds<T>,
): Generator<T[]> {
  let batch: T[] = [];
  let weight = 0;
  for (const item of items) {
    batch.push(item);
    weight += weightOf(item);
    if (batch.length < countMax && weight < weightMax) continue;
    yield batch;
    batch = [];
    weight = 0;
  }
  if (batch.length > 0) yield batch;
}
