/** A line of a table: its fields, and where it begins in the text, from 1. */
export type CsvRow = { line: number; fields: string[] };

/** What stands between fields: a comma, or what spreadsheets of some countries write. */
const separators = [",", ";", "\t"];

/**
 * The rows of a CSV text (RFC 4180): fields in quotes may have separators, line breaks and doubled quotes in them. Empty
 * lines are left out.
 */
export function csvRows(text: string): { rows: CsvRow[] } | { problem: string } {
  const given = text.replace(/^\uFEFF/, "");
  const separator = separatorOf(given);
  const token = new RegExp(
    `"(?:[^"]|"")*"?|[^"${separator}\\r\\n][^${separator}\\r\\n]*|${separator}|\\r\\n|\\r|\\n`,
    "gy",
  );
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, fields: [""] };
  let line = 1;
  let isQuoted = false;
  for (const [found] of given.matchAll(token)) {
    const at = row.fields.length - 1;
    if (found === separator) {
      row.fields.push("");
      isQuoted = false;
    } else if (/^[\r\n]/.test(found)) {
      line += 1;
      rows.push(row);
      row = { line, fields: [""] };
      isQuoted = false;
    } else if (isQuoted) return { problem: `Line ${line} goes on after the quote that ends a field.` };
    else if (found.startsWith('"')) {
      if (!/^"(?:[^"]|"")*"$/.test(found)) return { problem: `The quote in line ${line} is never closed.` };
      row.fields[at] = found.slice(1, -1).replaceAll('""', '"');
      line += found.match(/\r\n|\r|\n/g)?.length ?? 0;
      isQuoted = true;
    } else row.fields[at] = found;
  }
  rows.push(row);
  return { rows: rows.filter(({ fields }) => fields.length > 1 || fields[0]?.trim() !== "") };
}

/** The one that occurs most in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const [first = ""] = text.replace(/"(?:[^"]|"")*"/g, "").split(/[\r\n]/, 1);
  const counted = separators.map((separator) => first.split(separator).length);
  return separators[counted.indexOf(Math.max(...counted))] ?? ",";
}
