export const namedMax = 3;

/** The first few of those in the way, and whether there are more. */
export const namesOf = (all: readonly { name: string }[]) =>
  all
    .slice(0, namedMax)
    .map(({ name }) => `“${name}”`)
    .join(", ") + (all.length > namedMax ? " and others" : "");
