import type { KeptResponse, MockResponse } from "./contract";

/** A stored response with what holds for those that are older than some fields. */
export const wholeResponse = (kept: KeptResponse): MockResponse => ({
  ...kept,
  bodyEncoding: kept.bodyEncoding ?? "text",
  bodyFileId: kept.bodyFileId ?? null,
});
