/**
 * One value per process, also when the server's bundle and Next's bundles each hold a copy of the
 * module that asks for it: module state is per bundle, `globalThis` is not.
 */
export function singleton<T>(name: string, create: () => T): T {
  const key = Symbol.for(`fieldkit.${name}`);
  const holder = globalThis as unknown as Record<symbol, { value: T } | undefined>;
  holder[key] ??= { value: create() };
  return holder[key].value;
}

/** The same for what is asked for at every request: found once per copy of the module. */
export function lazily<T>(find: () => T): () => T {
  let found: { value: T } | undefined;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
}
