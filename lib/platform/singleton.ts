const prefix = "fieldkit.";

/**
 * One value per process, even when the server's bundle and Next's bundles each contain a copy of the module that asks
 * for it. Module state exists once per bundle, `globalThis` once per process.
 */
export function singleton<T>(name: string, create: () => T): T {
  const key = Symbol.for(`${prefix}${name}`);
  const holder = globalThis as unknown as Record<symbol, { value: T } | undefined>;
  holder[key] ??= { value: create() };
  return holder[key].value;
}

/** The same for values that are needed at every request: each copy of the module looks them up only once. */
export function lazily<T>(find: () => T): () => T {
  let found: { value: T; generation: number } | undefined;
  return () => {
    if (found?.generation !== generation) found = { value: find(), generation };
    return found.value;
  };
}

/** Grows when a test file begins, so that values found before are looked up again. */
let generation = 0;

/**
 * Forgets every value but the kept ones, so that test files that share a process start as in a new one.
 * @param kept names of singletons that outlive test files
 */
export function resetSingletons(kept: readonly string[]): void {
  generation += 1;
  const holder = globalThis as unknown as Record<symbol, unknown>;
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    const name = Symbol.keyFor(key);
    if (name?.startsWith(prefix) && !kept.includes(name.slice(prefix.length))) delete holder[key];
  }
}
