/**
 * A range whose generation fails immediately and leaves a draft to edit: the repository doesn't exist. Its path is one of
 * the API, because the pages, which answer other unknown paths, may still be starting.
 * @param origin of the Fieldkit that generates
 */
export const emptyRangeAt = (origin: string) => ({
  fromDate: "2026-01-01",
  toDate: "2026-01-31",
  repoUrls: [`${origin}/api/nothing.git`],
});
