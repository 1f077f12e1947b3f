/** A line of a table: its fields, and where it begins in the text, from 1. */
export type CsvRow = { line: number; fields: string[] };

/** What stands between fields: a comma, or what spreadsheets of some countries write. */
const separators = [",", ";", "\t"];

/**
 * The rows of a CSV text (RFC 4180), one by one: fields in quotes may have separators, line breaks and doubled quotes in
 * them. Rows whose fields are all blank are left out: spreadsheets write them for lines that were cleared. Ends with the
 * problem, where there is one.
 */
export function* csvRows(text: string): Generator<CsvRow | { problem: string }> {
  const separator = separatorOf(text);
  const nextQuote = finder(text, '"');
  const ends = [separator, "\r", "\n"].map((mark) => finder(text, mark));
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  let line = 1;
  let row: CsvRow = { line, fields: [] };
  for (;;) {
    const isQuoted = text[at] === '"';
    const close = isQuoted ? closeOf(text, at, nextQuote) : at;
    if (close === undefined) return yield { problem: `The quote in line ${line} is never closed.` };
    const end = isQuoted ? close + 1 : Math.min(...ends.map((next) => next(at)));
    const field = isQuoted ? text.slice(at + 1, close).replaceAll('""', '"') : text.slice(at, end);
    if (isQuoted) line += field.match(/\r\n|\r|\n/g)?.length ?? 0;
    row.fields.push(field);
    const mark = text[end];
    at = end + (text.startsWith("\r\n", end) ? 2 : 1);
    if (mark === separator) continue;
    if (mark !== undefined && mark !== "\r" && mark !== "\n") {
      return yield { problem: `Line ${line} goes on after the quote that ends a field.` };
    }
    if (row.fields.some((each) => each.trim() !== "")) yield row;
    if (mark === undefined) return;
    line += 1;
    row = { line, fields: [] };
  }
}

/**
 * Finds where a mark is next, or where the text ends. Questions go forward: what was found is kept until it is passed, so
 * that a text without the mark is not searched to its end for each field.
 */
function finder(text: string, mark: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      const next = text.indexOf(mark, from);
      found = next < 0 ? text.length : next;
    }
    return found;
  };
}

/** Where the quote is that ends the field that begins with one. Two together are one of its characters. */
function closeOf(text: string, open: number, nextQuote: (from: number) => number): number | undefined {
  for (let at = open + 1; ; at += 2) {
    at = nextQuote(at);
    if (at >= text.length) return undefined;
    if (text[at + 1] !== '"') return at;
  }
}

/** The one that occurs most in the first line that is not empty, outside of quotes. */
function separatorOf(text: string): string {
  const counts = separators.map(() => 0);
  let isBegun = false;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at] ?? "";
    if (mark === '"') {
      const close = text.indexOf('"', at + 1);
      if (close < 0) break;
      at = close;
    } else if (mark === "\r" || mark === "\n") {
      if (isBegun) break;
      continue;
    } else {
      const which = separators.indexOf(mark);
      if (which >= 0) counts[which] = (counts[which] ?? 0) + 1;
    }
    isBegun = true;
  }
  return separators[counts.indexOf(Math.max(...counts))] ?? ",";
}
