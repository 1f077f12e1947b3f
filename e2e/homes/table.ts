import type { Outcome } from "../check/steps";

/** What became of a home. */
export type Result = Pick<Outcome, "title" | "passed" | "failed"> & {
  suites: string;
  /** The day of the run, as in 2026-01-31. */
  day: string;
};

const head = ["Home", "Suites", "Passed", "Day"];

/** A table in Markdown: home × suites × passed, its columns as wide as what is in them. */
export const tableOf = (results: readonly Result[]) => markdown(results.map(cellsOf));

const cellsOf = ({ title, suites, passed, failed, day }: Result) => [
  title,
  suites,
  `${passed} of ${passed + failed}`,
  day,
];

function markdown(rows: readonly string[][]): string {
  const widths = head.map((each, at) => Math.max(...[head, ...rows].map((row) => (row[at] ?? each).length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

const [begin, end] = ["<!-- homes -->\n\n", "\n\n<!-- end of homes -->"];

/**
 * The README with the rows of these results in its table. Rows of other homes stay, those of homes that are no more go.
 * @param titles of all homes, in their order
 * @throws when it has no place for the table
 */
export function inReadme(text: string, results: readonly Result[], titles: readonly string[]): string {
  const { before, table, after } = parts(text);
  const known = [...rowsOf(table), ...results.map(cellsOf)];
  const rows = titles.flatMap((title) => {
    const row = known.findLast(([each]) => each === title);
    return row ? [row] : [];
  });
  return `${before}${begin}${markdown(rows)}${end}${after}`;
}

/** The titles of the homes that the README says to be tested. */
export const titlesIn = (text: string) => rowsOf(parts(text).table).map(([title = ""]) => title);

function parts(text: string) {
  const [before = "", rest, ...more] = text.split(begin);
  const [table = "", after] = rest?.split(end) ?? [];
  if (after === undefined || more.length > 0) {
    throw new Error(`README.md must have one place for the homes, between ${begin.trim()} and ${end.trim()}`);
  }
  return { before, table, after };
}

const rowsOf = (table: string) =>
  table
    .split("\n")
    .slice(2)
    .map((line) => line.split("|").slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
