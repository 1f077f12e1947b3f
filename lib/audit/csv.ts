/** Spreadsheets run what begins so. An apostrophe in front makes a text of it. */
const formula = /^[=+\-@\t\r]/;

/** One field of a CSV file (RFC 4180). */
export function csvField(value: unknown): string {
  const plain =
    value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
  const text = formula.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (fields: readonly unknown[]): string => `${fields.map(csvField).join(",")}\r\n`;
