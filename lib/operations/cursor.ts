import { isGuid } from "./ids";
import { invalid, textProblem } from "./read-body";

/**
 * The type of the values that rows are compared by: a text of limited length, a whole number, or an instant in
 * milliseconds.
 */
export type SortKind = "text" | "number" | "time";
export type IdKind = "uuid" | "text" | "number";

/** The last row of a page: the order, the row's value in it, and which of the rows with that value it is. */
export type Position = { sort: string; value: string | number; id: string };

const lastInstant = Date.parse("9999-12-31T23:59:59.999Z");

export function encodeCursor({ sort, value, id }: Position): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString("base64url");
}

/** @throws {AppError} `invalid_request` for a cursor of another order, and for a value that does not fit the columns */
export function decodeCursor(cursor: string, sort: string, kind: SortKind, idKind: IdKind): Position {
  const [ofSort, value, id, ...rest] = partsOf(cursor);
  if (ofSort !== sort || rest.length > 0 || !isValue(value, kind) || !isId(id, idKind)) throw unknownCursor();
  return { sort, value, id };
}

export const unknownCursor = () =>
  invalid([{ path: "cursor", message: "must be a cursor from a Link header of the same list and order" }]);

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

function isValue(value: unknown, kind: SortKind): value is string | number {
  if (kind === "text") return typeof value === "string" && textProblem(value) === undefined;
  if (!Number.isSafeInteger(value)) return false;
  return kind === "number" || ((value as number) >= 0 && (value as number) <= lastInstant);
}

const ids: Record<IdKind, (id: string) => boolean> = {
  uuid: isGuid,
  text: (id) => /^[0-9A-Za-z._-]{1,128}$/.test(id),
  number: (id) => /^\d{1,9}$/.test(id),
};

function isId(id: unknown, kind: IdKind): id is string {
  return typeof id === "string" && ids[kind](id);
}
