type Selectors = { name: string; key: string };

/** What code may say to select an environment, by key or name in any letter case, and no longer can. */
export function lostSelectors(before: Selectors, after: Selectors): string[] {
  const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
  const lost = [before.key, before.name].filter(
    (selector) => !same(selector, after.key) && !same(selector, after.name),
  );
  return lost.filter((selector, index) => lost.findIndex((each) => same(each, selector)) === index);
}
