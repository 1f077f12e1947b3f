/** "1 Jan – 31 Jan 2026". In UTC, in which plain dates are meant, so that server and browser agree. */
export function rangeText(from: string, to: string): string {
  const [start, end] = [new Date(from), new Date(to)];
  const last = day(end, true);
  if (day(start, true) === last) return last;
  return `${day(start, start.getUTCFullYear() !== end.getUTCFullYear())} – ${last}`;
}

function day(date: Date, withYear: boolean): string {
  return date.toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    ...(withYear && { year: "numeric" }),
    timeZone: "UTC",
  });
}
