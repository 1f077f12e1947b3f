const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** "14:00–15:00" on the reader's clock. Only for what somebody points at: the server does not know that clock. */
export function hourText(start: string | undefined, isRunning: boolean): string {
  if (start === undefined) return "";
  const begin = new Date(start);
  const end = new Date(begin.getTime() + 60 * 60 * 1000);
  return `${clock.format(begin)}–${isRunning ? "now" : clock.format(end)}`;
}
