import { diffLines, diffWordsWithSpace } from "diff";

export type DiffPart = { text: string; changed: boolean };
export type DiffRow =
  | { kind: "same" | "added" | "removed"; parts: DiffPart[] }
  /** Unchanged lines that are not shown, only counted. */
  | { kind: "gap"; count: number };

type Line = Exclude<DiffRow, { kind: "gap" }>;

/** Unchanged lines shown around a change. */
const context = 3;
/** Texts with nothing in common take very long to compare. */
const patienceMs = 1500;

/** What changed between two texts, by lines and within them by words; undefined when that takes too long. */
export function diffRows(before: string, after: string): DiffRow[] | undefined {
  const changes = diffLines(ended(before), ended(after), { timeout: patienceMs });
  if (!changes) return undefined;
  const lines: Line[] = [];
  for (let at = 0; at < changes.length; at += 1) {
    const [change, next] = [changes[at], changes[at + 1]];
    if (!change) continue;
    if (change.removed && next?.added) {
      lines.push(...replaced(linesOf(change.value), linesOf(next.value)));
      at += 1;
    } else {
      const kind = change.added ? "added" : change.removed ? "removed" : "same";
      lines.push(...linesOf(change.value).map((text) => plain(kind, text)));
    }
  }
  return withGaps(lines);
}

/** Adds a missing final line break, so that it does not count as a change of the last line. */
const ended = (text: string) => (text === "" || text.endsWith("\n") ? text : `${text}\n`);
const linesOf = (text: string) => text.replace(/\n$/, "").split("\n");
const plain = (kind: Line["kind"], text: string): Line => ({ kind, parts: [{ text, changed: false }] });

/** Replaced lines, compared word by word in pairs; lines without a partner stand alone. */
function replaced(before: string[], after: string[]): Line[] {
  const pairs = Math.min(before.length, after.length);
  const removed: Line[] = [];
  const added: Line[] = [];
  for (let at = 0; at < pairs; at += 1) {
    const words = diffWordsWithSpace(before[at] ?? "", after[at] ?? "");
    const alike = words.some(({ added: isNew, removed: isOld, value }) => !isNew && !isOld && value.trim());
    const side = (hidden: "added" | "removed") =>
      words
        .filter((word) => !word[hidden])
        .map(({ value, added: isNew, removed: isOld }) => ({
          text: value,
          changed: alike && (isNew || isOld),
        }));
    removed.push({ kind: "removed", parts: side("added") });
    added.push({ kind: "added", parts: side("removed") });
  }
  return [
    ...removed,
    ...before.slice(pairs).map((text) => plain("removed", text)),
    ...added,
    ...after.slice(pairs).map((text) => plain("added", text)),
  ];
}

function withGaps(lines: readonly Line[]): DiffRow[] {
  const near = new Set<number>();
  for (const [at, { kind }] of lines.entries()) {
    if (kind === "same") continue;
    for (let each = at - context; each <= at + context; each += 1) near.add(each);
  }
  const rows: DiffRow[] = [];
  for (const [at, line] of lines.entries()) {
    const last = rows.at(-1);
    if (near.has(at)) rows.push(line);
    else if (last?.kind === "gap") last.count += 1;
    else rows.push({ kind: "gap", count: 1 });
  }
  return rows;
}
