/** An answer as forms hold it: numbers as typed, headers as rows. */
export type AnswerFormValues = {
  statusCode: string;
  responseBody: string;
  headers: HeaderRow[];
  delayMs: string;
};

export type HeaderRow = { name: string; value: string };
type Headers = Record<string, string | string[]>;

export function headerRows(headers: Headers): HeaderRow[] {
  return Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => ({ name, value })),
  );
}

/** Rows without name and value are left out; a name given twice becomes one header with several values. */
export function headersOf(rows: readonly HeaderRow[]): Headers {
  const found = new Map<string, { name: string; values: string[] }>();
  for (const row of rows) {
    if (isBlank(row)) continue;
    const name = row.name.trim();
    const same = found.get(name.toLowerCase());
    if (same) same.values.push(row.value);
    else found.set(name.toLowerCase(), { name, values: [row.value] });
  }
  return Object.fromEntries(
    [...found.values()].map(({ name, values: [first = "", ...more] }) => [
      name,
      more.length > 0 ? [first, ...more] : first,
    ]),
  );
}

/** The form's field for an issue with a header; `X-A.1` is the second row named X-A. */
export function headerField(path: string, rows: readonly HeaderRow[]): string {
  const [, name = path, position = "0"] = /^(.*)\.(\d+)$/s.exec(path) ?? [];
  const exact = rowsNamed(rows, path);
  const row = exact[0] ?? rowsNamed(rows, name)[Number(position)];
  return row === undefined ? "headers.root" : `headers.${row}.value`;
}

function rowsNamed(rows: readonly HeaderRow[], name: string): number[] {
  const wanted = name.toLowerCase();
  return rows.flatMap((row, index) =>
    !isBlank(row) && row.name.trim().toLowerCase() === wanted ? [index] : [],
  );
}

function isBlank({ name, value }: HeaderRow): boolean {
  return name.trim() === "" && value === "";
}

export function numberFrom(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}
