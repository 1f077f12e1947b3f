/** How long a new key is valid: for ever, for some days, or until a date. */
export const lifetimes = ["never", "7", "30", "90", "365", "date"] as const;
export type Lifetime = (typeof lifetimes)[number];

const dayMs = 24 * 60 * 60 * 1000;

/**
 * When a key expires, in the API's format. A chosen date is included: the key expires when it ends in local time.
 * @param date as `<input type="date">` holds it
 */
export function expiryOf(lifetime: Lifetime, date: string, now: Date): string | null {
  if (lifetime === "never") return null;
  if (lifetime !== "date") return new Date(now.getTime() + Number(lifetime) * dayMs).toISOString();
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return new Date(year, month - 1, day, 23, 59, 59).toISOString();
}

/** The first date a key can expire on, for `<input type="date">`. */
export function today(now: Date): string {
  const part = (value: number) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`;
}
