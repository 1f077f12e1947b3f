/** How long after one timestamp another is: "350 ms", "2.4 s", "3 min 5 s", "2 h 10 min". */
export function spanBetween(earlier: string, later: string): string {
  const ms = Math.max(0, new Date(later).getTime() - new Date(earlier).getTime());
  if (ms < 1000) return `${ms} ms`;
  if (ms < 60_000) return `${Math.floor(ms / 100) / 10} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min ${Math.floor((ms % 60_000) / 1000)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
