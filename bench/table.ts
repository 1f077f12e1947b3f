/** What is wanted of a row: a ratio that is at least so much, or a time in ms that is at most so much. */
export type Wanted = { ratio: number } | { p95: number } | { p99: number };

/** Requests a second of the work and of the bare server beside it, the processor's seconds for each, times in ms. */
export type Row = {
  work: string;
  measured?: number;
  control?: number;
  ratio?: number;
  cpu?: number;
  p50?: number;
  p95?: number;
  p99?: number;
  wanted?: Wanted;
};

const header = ["Work", "per second", "bare", "ratio", "CPU each", "p50", "p95", "p99", "wanted", "met"];

export function rowsTable(rows: readonly Row[]): string {
  return alignedTable(header, rows.map(cellsOf));
}

function cellsOf(row: Row): string[] {
  const isMet = meets(row);
  return [
    row.work,
    ...[row.measured, row.control].map(count),
    row.ratio === undefined ? "" : row.ratio.toFixed(3),
    microseconds(row.cpu),
    ...[row.p50, row.p95, row.p99].map(milliseconds),
    row.wanted ? wantedText(row.wanted) : "",
    isMet === undefined ? "" : isMet ? "yes" : "no",
  ];
}

function meets({ wanted, ratio = 0, p95 = Infinity, p99 = Infinity }: Row): boolean | undefined {
  if (wanted === undefined) return undefined;
  if ("ratio" in wanted) return ratio >= wanted.ratio;
  return "p95" in wanted ? p95 <= wanted.p95 : p99 <= wanted.p99;
}

function wantedText(wanted: Wanted): string {
  if ("ratio" in wanted) return `≥ ${wanted.ratio}`;
  return "p95" in wanted ? `p95 ≤ ${wanted.p95} ms` : `p99 ≤ ${wanted.p99} ms`;
}

const milliseconds = (value: number | undefined) =>
  value === undefined ? "" : `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

export const microseconds = (seconds: number | undefined) =>
  seconds === undefined ? "" : `${count(seconds * 1e6)} µs`;

export const count = (value: number | undefined) =>
  value === undefined ? "" : Math.round(value).toLocaleString("en");

/** A Markdown table whose columns line up in a terminal, too. */
export function alignedTable(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = names.map((name, at) =>
    Math.max(name.length, ...rows.map((cells) => cells[at]?.length ?? 0)),
  );
  const line = (cells: readonly string[], fill = " ") =>
    `| ${widths.map((width, at) => (cells[at] ?? "").padEnd(width, fill)).join(" | ")} |`;
  return [line(names), line([], "-"), ...rows.map((cells) => line(cells))].join("\n");
}
