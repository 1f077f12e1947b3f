type Placed = { id: string; createdAt: number };

/**
 * A list with changed items in place of those of their ids, in the same order as before: oldest first, then by id.
 * @param changed items that are new or different, in any order; an id of `changedIds` without one is gone
 */
export function withChanges<T extends Placed>(
  items: readonly T[],
  changedIds: ReadonlySet<string>,
  changed: readonly T[],
): T[] {
  const arriving = [...changed].sort((a, b) => (isBefore(a, b) ? -1 : 1));
  const merged: T[] = [];
  let next = 0;
  for (const item of items) {
    if (changedIds.has(item.id)) continue;
    for (let first = arriving[next]; first && isBefore(first, item); first = arriving[next]) {
      merged.push(first);
      next += 1;
    }
    merged.push(item);
  }
  return merged.concat(arriving.slice(next));
}

const isBefore = (a: Placed, b: Placed) =>
  a.createdAt === b.createdAt ? a.id < b.id : a.createdAt < b.createdAt;
