/**
 * A value that goes out as it is stored. Made into objects only to be written again, a large one holds the thread and
 * takes twenty times its length in memory.
 */
class StoredJson {
  constructor(readonly text: string) {}
}

/** Stands for the value of a row's field, from a list's column to the answer. @param text as the database has it */
export const storedJson = (text: string) => new StoredJson(text) as unknown as Record<string, unknown>;

/** A row as JSON. */
export function rowText(row: object): string {
  const fields = Object.entries(row);
  if (!fields.some(([, value]) => value instanceof StoredJson)) return JSON.stringify(row);
  const texts = fields.flatMap(([name, value]) => {
    const text = value instanceof StoredJson ? value.text : JSON.stringify(value);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${texts.join(",")}}`;
}

/** A row with values in the place of their texts. */
export function withValues(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof StoredJson ? JSON.parse(value.text) : value,
    ]),
  );
}
