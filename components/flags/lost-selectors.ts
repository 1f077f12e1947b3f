type Selectors = { name: string; key: string };

/** Keys and names that code may use to select an environment (in any letter case), and that no longer work. */
export function lostSelectors(before: Selectors, after: Selectors): string[] {
  const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
  const lost = [before.key, before.name].filter(
    (selector) => !same(selector, after.key) && !same(selector, after.name),
  );
  return lost.filter((selector, index) => lost.findIndex((each) => same(each, selector)) === index);
}
