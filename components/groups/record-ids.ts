import type { FileRow } from "@/components/groups/records-file";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** As many as in ids that the API makes. */
const idChars = 27;

const newRecordId = (prefix: string) =>
  `${prefix}-${Array.from(crypto.getRandomValues(new Uint8Array(idChars)), (byte) => letters[byte % letters.length]).join("")}`;

/**
 * Gives ids to records without one, so that sending them again after a failure creates none twice. In each reading the same
 * record gets the same id, whatever has changed around it; of equal ones each has its own.
 */
export function recordIds(prefix: string) {
  const made = new Map<string, string>();
  return function beginReading() {
    const seen = new Map<string, number>();
    return (row: FileRow): FileRow => {
      const { record, problem } = row;
      const isObject = typeof record === "object" && record !== null && !Array.isArray(record);
      if (problem !== undefined || !isObject || record.id !== undefined) return row;
      const text = JSON.stringify(record);
      const nth = seen.get(text) ?? 0;
      seen.set(text, nth + 1);
      const key = `${nth} ${text}`;
      const id = made.get(key) ?? newRecordId(prefix);
      made.set(key, id);
      return { ...row, record: { ...record, id }, isMade: true };
    };
  };
}
