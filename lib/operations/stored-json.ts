/**
 * A value that is sent as it is stored. Parsing a large one only to serialise it again would block the thread and take
 * twenty times its length in memory.
 */
class StoredJson {
  constructor(readonly text: string) {}
}

/** Takes the place of a field's value between a list's column and the answer. @param text as the database has it */
export const storedJson = (text: string) => new StoredJson(text) as unknown as Record<string, unknown>;

/** A row as JSON. */
export function rowText(row: object): string {
  if (!hasStored(row)) return JSON.stringify(row);
  const texts = Object.entries(row).flatMap(([name, value]) => {
    const text = value instanceof StoredJson ? value.text : JSON.stringify(value);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${texts.join(",")}}`;
}

function hasStored(row: object): boolean {
  for (const name in row) {
    if ((row as Record<string, unknown>)[name] instanceof StoredJson) return true;
  }
  return false;
}

/** A row whose stored texts are parsed into values. */
export function withValues(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof StoredJson ? JSON.parse(value.text) : value,
    ]),
  );
}
