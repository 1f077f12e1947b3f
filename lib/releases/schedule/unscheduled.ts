/** What a release is set to whose time is over, or not wanted any more. */
export const unscheduled = {
  publishAt: null,
  publisherKind: null,
  publisherId: null,
  publisherName: null,
} as const;
