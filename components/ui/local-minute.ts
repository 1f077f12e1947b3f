/** "2030-01-31T12:00" on the clock of this browser, as `<input type="datetime-local">` holds it. */
export function localMinute(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
