export type NamedEnvironment = { key: string; name: string; isDefault: boolean };

/** The environment that a selector names: by key, else by name, in any letter case; the default without a selector. */
export function findEnvironment<E extends NamedEnvironment>(
  environments: readonly E[],
  selector: string | undefined,
): E | undefined {
  if (selector === undefined) return environments.find(({ isDefault }) => isDefault);
  const wanted = selector.toLowerCase();
  return (
    environments.find(({ key }) => key.toLowerCase() === wanted) ??
    environments.find(({ name }) => name.toLowerCase() === wanted)
  );
}
