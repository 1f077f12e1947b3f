import type { Outcome } from "../check/steps";

/** What became of a home. */
export type Result = Pick<Outcome, "title" | "passed" | "failed" | "seconds"> & { suites: string };

/** A table in Markdown: home × suites × passed, its columns as wide as what is in them. */
export function tableOf(results: readonly Result[]): string {
  const rows = results.map(({ title, suites, passed, failed, seconds }) => [
    title,
    suites,
    `${passed} of ${passed + failed}`,
    String(Math.round(seconds / 60)),
  ]);
  const head = ["Home", "Suites", "Passed", "Minutes"];
  const widths = head.map((each, at) =>
    Math.max(...[each, ...rows.map((row) => row[at] ?? "")].map(lengthOf)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

const lengthOf = (text: string) => text.length;

const [begin, end] = ["<!-- homes -->\n\n", "\n\n<!-- end of homes -->"];

/**
 * The README with another table between its two marks.
 * @throws when it has no such marks
 */
export function inReadme(text: string, table: string): string {
  const [before, rest] = text.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined) throw new Error("README.md has no place for the homes");
  return `${before}${begin}${table}${end}${after}`;
}
