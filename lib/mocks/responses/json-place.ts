/** One step into a JSON value: a field, an item (negative ones count from the end), or all of either. */
export type JsonStep = { field: string } | { item: number } | "all";

const stepsMax = 20;
const step = /\.?([^.[\]'"*\s]+)|\.?(\*)|\[(-?\d{1,6})\]|\[(\*)\]|\[(?:'([^']*)'|"([^"]*)")\]/y;

/** Reads `user.roles[0]`, `items[*].id`, `['a.b']`, each with `$` in front or without; undefined for anything else. */
export function readJsonPlace(text: string): JsonStep[] | undefined {
  const steps: JsonStep[] = [];
  let at = /^\$(?=$|[.[])/.test(text) ? 1 : 0;
  if (at === 0 && (text === "" || text.startsWith("."))) return undefined;
  while (at < text.length) {
    step.lastIndex = at;
    const found = step.exec(text);
    if (!found || steps.length === stepsMax) return undefined;
    const [whole, name, star, item, starItem, single, double] = found;
    const isFirst = at === 0 || (at === 1 && text.startsWith("$"));
    // A name follows a dot, except the first one.
    if ((name !== undefined || star) && !whole.startsWith(".") && !(isFirst && at === 0)) return undefined;
    if (star || starItem) steps.push("all");
    else if (item !== undefined) steps.push({ item: Number(item) });
    else steps.push({ field: name ?? single ?? double ?? "" });
    at = step.lastIndex;
  }
  return steps;
}

export function jsonPlaceProblem(text: string): string | undefined {
  if (readJsonPlace(text)) return undefined;
  return "must be a place such as user.name, items[0].id or items[*].id";
}
