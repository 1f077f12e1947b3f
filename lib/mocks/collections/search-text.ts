/** All texts, numbers and truth values in an item, in lower case and one in a line: what a search looks at. */
export function searchTextOf(item: unknown): string {
  const lines: string[] = [];
  const pending = [item];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === "object") pending.push(...Object.values(next ?? {}).reverse());
    else lines.push(String(next));
  }
  return lines.join("\n").toLowerCase();
}
