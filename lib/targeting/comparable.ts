/** What values of attributes are compared as. Undefined: as nothing of the kind. */

/** Longer texts are compared with nothing, so that no subject costs more than others. */
const textMax = 500;

export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value.length <= textMax ? value : undefined;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

const number = /^[+-]?\d{1,30}(\.\d{1,30})?([eE][+-]?\d{1,3})?$/;

export function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && number.test(value) ? Number(value) : undefined;
}

const instant = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** ISO 8601 with its offset, a day as its beginning in UTC, or milliseconds since 1970. In ms. */
export function instantOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || !instant.test(value)) return undefined;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? undefined : ms;
}
