import { v7 as uuidv7 } from "uuid";
import { idLengthMax } from "./limits";

export type Item = Record<string, unknown>;

/** Of a collection in which an id was a text: new ones are no numbers then. */
export const textIds = -1;

/** Why a value can't be an id, if it can't. */
export function idProblem(value: unknown): string | undefined {
  if (typeof value === "number") return numberProblem(value);
  if (typeof value !== "string") return "must be a text or a number";
  if (value === "") return "must not be empty";
  if (value.length > idLengthMax) return `must have at most ${idLengthMax} characters`;
  return /\p{Cc}|\p{Cs}/u.test(value) ? "must not have control characters" : undefined;
}

/** Numbers that lose digits here would be found at another address than the one that the caller wrote. */
function numberProblem(value: number): string | undefined {
  const fits = Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
  return fits ? undefined : "must be a number that fits: a whole one is at most 2^53 - 1, or a text";
}

/** How an id is told apart from others: 7 and "7" are the same in an address. */
export const idText = (id: string | number): string => String(id);

/** The largest number that was given as an id, after this one too; `textIds` once one was a text. */
export function largestAfter(lastNumber: number, id: string | number): number {
  if (lastNumber === textIds || typeof id === "string") return textIds;
  const whole = Math.floor(id);
  return Number.isSafeInteger(whole + 1) ? Math.max(lastNumber, whole) : textIds;
}

/** An id that no item had so far. */
export const nextId = (lastNumber: number): string | number =>
  lastNumber === textIds ? uuidv7() : lastNumber + 1;

/** The item with this id, which comes first if it had none. */
export const withId = (item: Item, idField: string, id: string | number): Item =>
  Object.hasOwn(item, idField) ? item : { [idField]: id, ...item };
