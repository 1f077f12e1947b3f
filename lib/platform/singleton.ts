/**
 * One value per process, even when the server's bundle and Next's bundles each contain a copy of the module that asks
 * for it. Module state exists once per bundle, `globalThis` once per process.
 */
export function singleton<T>(name: string, create: () => T): T {
  const key = Symbol.for(`fieldkit.${name}`);
  const holder = globalThis as unknown as Record<symbol, { value: T } | undefined>;
  holder[key] ??= { value: create() };
  return holder[key].value;
}

/** The same for values that are needed at every request: each copy of the module looks them up only once. */
export function lazily<T>(find: () => T): () => T {
  let found: { value: T } | undefined;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
}
