import { isInternalWork, type Kind } from "./kinds";
import type { Item } from "./render";

/** Items that one line tells, with what they have in common. */
export type Fold = { label: string | null; items: Item[] };

/** Sections that most readers skip: with a line for each change they would be the longest ones. */
const foldedKinds: ReadonlySet<Kind> = new Set(["documentation", "dependencies", "maintenance"]);

/** How many items one line tells. */
const foldMax = 10;

const topics: [RegExp, string][] = [
  [/\b(tests?|specs?|fixtures?|miri)\b|test[-_]|_test\b/i, "Tests"],
  [/\b(ci|workflows?|github actions?|runners?|codecov|dependabot|pipelines?)\b/i, "Automation"],
  [
    /\b(lint\w*|fmt|eslint|prettier|rubocop|clippy|rustfmt|formatting|code ?style|whitespace)\b/i,
    "Formatting",
  ],
];
const rest = "Code";

/** The lines of a section: one for each item, or for several where readers skip them. */
export function folded(kind: Kind, items: readonly Item[]): Fold[] {
  if (!foldedKinds.has(kind)) return items.map((item) => ({ label: null, items: [item] }));
  // Few enough to be seen at once.
  if (items.length <= foldMax) return parted(null, items);
  const byTopic = new Map<string, Item[]>();
  for (const item of items) {
    const topic = kind === "maintenance" ? topicOf(item) : "";
    const others = byTopic.get(topic);
    if (others) others.push(item);
    else byTopic.set(topic, [item]);
  }
  const alone = [...byTopic.values()].filter((all) => all.length === 1).flat();
  const together = [...byTopic].filter(([, all]) => all.length > 1);
  return [...together.flatMap(([topic, all]) => parted(topic || null, all)), ...parted(null, alone)];
}

const parted = (label: string | null, items: readonly Item[]): Fold[] =>
  Array.from({ length: Math.ceil(items.length / foldMax) }, (_, part) => ({
    label,
    items: items.slice(part * foldMax, (part + 1) * foldMax),
  }));

function topicOf({ text, changes: [change] }: Item): string {
  const about = `${change?.type ?? ""} ${change?.scope ?? ""} ${change?.title ?? text}`;
  return (
    topics.find(([pattern]) => pattern.test(about))?.[1] ?? (isInternalWork(about) ? "Automation" : rest)
  );
}
