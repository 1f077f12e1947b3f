type Patch = { id: string } & Record<string, unknown>;

/** A cached answer with the patch merged into every object with its id. Unchanged answers keep their identity. */
export function patched<T>(data: T, patch: Patch): T {
  if (Array.isArray(data)) {
    const items = data.map((item) => patched(item, patch));
    return items.some((item, at) => item !== data[at]) ? (items as T) : data;
  }
  if (typeof data !== "object" || data === null) return data;
  if ("id" in data && data.id === patch.id) return { ...data, ...patch };
  // Lists inside an answer, such as a page's rows or the flags of a key.
  const lists = Object.entries(data).flatMap(([name, value]): [string, unknown][] => {
    const next = Array.isArray(value) ? patched(value, patch) : value;
    return next === value ? [] : [[name, next]];
  });
  return lists.length > 0 ? { ...data, ...Object.fromEntries(lists) } : data;
}
