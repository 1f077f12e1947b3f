import { distance as edits } from "fastest-levenshtein";

/** Names that somebody may have meant, best first; at most three. */
export function nearest(name: string, names: Iterable<string>): string[] {
  const wanted = name.slice(0, 40).toLowerCase();
  const farthest = Math.max(2, Math.floor(wanted.length / 3));
  return [...names]
    .map((each) => ({ each, distance: distanceOf(wanted, each.toLowerCase()) }))
    .filter(({ distance }) => distance <= farthest)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ each }) => each);
}

/** "There is no filter `x`. Did you mean `y`?" */
export function unknownName(kind: string, name: string, names: Iterable<string>): string {
  const meant = nearest(name, names).map((each) => `\`${each}\``);
  const last = meant.pop();
  const list = meant.length > 0 ? `${meant.join(", ")} or ${last}` : last;
  return `There is no ${kind} \`${name.slice(0, 60)}\`.${list ? ` Did you mean ${list}?` : ""}`;
}

/** The same method of another module is near, because its module is what people guess. */
function distanceOf(wanted: string, name: string): number {
  const method = (text: string) => text.slice(text.indexOf(".") + 1);
  const whole = edits(wanted, name);
  return name.includes(".") ? Math.min(whole, 1 + edits(method(wanted), method(name))) : whole;
}
