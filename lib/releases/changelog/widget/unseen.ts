/** Whether a release came after the newest one that a browser has shown; all are new to a browser that has shown none. */
export function isUnseen({ publishedAt }: { publishedAt: string }, shown: string | null): boolean {
  return shown === null || publishedAt > shown;
}

/** What a browser remembers once it has shown these: when the newest was published, or that there was none. */
export function newestOf(releases: readonly { publishedAt: string }[]): string {
  return releases.reduce((newest, { publishedAt }) => (publishedAt > newest ? publishedAt : newest), "");
}
