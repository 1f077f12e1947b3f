/** Whether a release came after the newest one that a browser has shown; all are new to a browser that has shown none. */
export function isUnseen({ publishedAt }: { publishedAt: string }, shown: string | null): boolean {
  return shown === null || publishedAt > shown;
}

/** What a browser remembers once it has shown these, the newest first: when that was published, or that there was none. */
export const newestOf = (releases: readonly { publishedAt: string }[]): string =>
  releases[0]?.publishedAt ?? "";
