const units = ["KiB", "MiB", "GiB"];

/** "812 B", "1.4 KiB", "1 MiB". */
export function byteSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const power = Math.min(units.length, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${value < 10 ? Math.floor(value * 10) / 10 : Math.floor(value)} ${units[power - 1]}`;
}
